// The life of the program on the bus, in UIKit's words and UIKit's order. Each
// message's description is the line that it is in a transcript.

/// The program is set up and about to be seen for the first time; the plugins run already.
///
/// A plugin that arrives later hears it once, too.
public struct DidFinishLaunching: BusMessage, Hashable, CustomStringConvertible {
    /// True: who comes later hears it too.
    public static var isSticky: Bool { true }

    /// The line that it is in a transcript.
    public var description: String { "did finish launching" }
}

/// The program is in front and has the person's attention.
public struct DidBecomeActive: BusMessage, Hashable, CustomStringConvertible {
    /// The line that it is in a transcript.
    public var description: String { "did become active" }
}

/// The program is about to lose the person's attention, as when the terminal loses the focus.
public struct WillResignActive: BusMessage, Hashable, CustomStringConvertible {
    /// The line that it is in a transcript.
    public var description: String { "will resign active" }
}

/// The program is about to go to the background, and can be held back from stopping for a bounded time.
///
/// An observer that has something to finish, such as a save, holds the message
/// for up to `maximumHold`. The screen is given up at once; only the stop waits.
public struct WillEnterBackground: HoldableMessage, CustomStringConvertible {
    /// The longest that anyone can hold it.
    public static let maximumHold: Duration = .seconds(5)

    /// The holds on this message.
    public let holds = HoldSet(maximum: maximumHold)

    /// The line that it is in a transcript.
    public var description: String { "will enter background" }
}

/// The program is not seen any more; no frames come until it returns.
public struct DidEnterBackground: BusMessage, Hashable, CustomStringConvertible {
    /// Why, as far as it is known.
    ///
    /// A lock may still be reported after the background that it caused. What
    /// counts comes with `WillEnterForeground`.
    public let cause: BackgroundPeriod.Cause

    /// The line that it is in a transcript.
    public var description: String { "did enter background" }
}

/// The program is about to be seen again; what is shown now is on its first frame.
public struct WillEnterForeground: BusMessage, Hashable, CustomStringConvertible {
    /// The time in the background that ends here, with its cause.
    public let period: BackgroundPeriod

    /// The line that it is in a transcript.
    public var description: String {
        "will enter foreground  after \(period.duration.inThousandths) s, \(period.cause)"
    }
}

/// The system is short of memory; what can be made again should be dropped.
public struct DidReceiveMemoryWarning: BusMessage, Hashable, CustomStringConvertible {
    /// The line that it is in a transcript.
    public var description: String { "did receive memory warning" }
}

/// The program ends after this, and can be held back from it for a bounded time.
public struct WillTerminate: HoldableMessage, CustomStringConvertible {
    /// The longest that anyone can hold it.
    public static let maximumHold: Duration = .seconds(5)

    /// The holds on this message.
    public let holds = HoldSet(maximum: maximumHold)

    /// The line that it is in a transcript.
    public var description: String { "will terminate" }
}

/// The screen was locked or unlocked.
public struct ScreenLockChanged: BusMessage, Hashable, CustomStringConvertible {
    /// Whether it is locked now.
    public let isLocked: Bool

    /// The line that it is in a transcript.
    public var description: String { "screen \(isLocked ? "locked" : "unlocked")" }
}

/// The screen has another size.
public struct DidResize: BusMessage, Hashable, CustomStringConvertible {
    /// The new size.
    public let size: Size

    /// The line that it is in a transcript.
    public var description: String { "did resize  \(size)" }
}
