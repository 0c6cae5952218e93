// The messages of the program's life, with UIKit's names and in UIKit's order. Each
// message's description is its line in a transcript.

/// The program is set up and about to show its first frame; the plugins are active already.
///
/// A plugin that is activated later receives it once, too.
///
/// A program that runs one command for a shell is launched into the background, as
/// in UIKit: its lifecycle state is `background` when this is posted, nothing is
/// ever shown, and no other message of its life follows but `WillTerminate`.
/// Whatever is meant for a person, such as a greeting, a login or a count of
/// starts, then stays away.
public struct DidFinishLaunching: BusMessage, Hashable, CustomStringConvertible {
    /// True: later observers receive it too.
    public static var isSticky: Bool { true }

    /// The line in a transcript.
    public var description: String { "did finish launching" }
}

/// The program is in front and has the person's attention.
public struct DidBecomeActive: BusMessage, Hashable, CustomStringConvertible {
    /// The line in a transcript.
    public var description: String { "did become active" }
}

/// The program is about to lose the person's attention, as when the terminal loses the focus.
public struct WillResignActive: BusMessage, Hashable, CustomStringConvertible {
    /// The line in a transcript.
    public var description: String { "will resign active" }
}

/// The program is about to enter the background; a hold delays stopping the process for a bounded time.
///
/// An observer that has something to finish, such as a save, holds the message
/// for up to five seconds. The screen is given up at once; only the stop waits.
public struct WillEnterBackground: HoldableMessage, CustomStringConvertible {
    /// The holds on this message.
    public let holds = HoldSet(maximum: .seconds(5))

    /// The line in a transcript.
    public var description: String { "will enter background" }
}

/// The program is no longer visible; no frames are drawn until it returns.
public struct DidEnterBackground: BusMessage, Hashable, CustomStringConvertible {
    /// The cause, as far as it's known.
    ///
    /// A lock may still be reported after the background that it caused. The
    /// final cause comes with `WillEnterForeground`.
    public let cause: BackgroundPeriod.Cause

    /// The line in a transcript.
    public var description: String { "did enter background" }
}

/// The program is about to be visible again; a window that is shown now is on its first frame.
public struct WillEnterForeground: BusMessage, Hashable, CustomStringConvertible {
    /// The background period that ends, with its cause.
    public let period: BackgroundPeriod

    /// The line in a transcript.
    public var description: String {
        "will enter foreground  after \(period.duration.inSeconds(decimals: 1...3)) s, \(period.cause)"
    }
}

/// The system is short of memory; release objects that you can recreate.
///
/// A script posts it with `memory-warning`. The runtime doesn't watch the memory itself.
public struct DidReceiveMemoryWarning: BusMessage, Hashable, CustomStringConvertible {
    /// The line in a transcript.
    public var description: String { "did receive memory warning" }
}

/// The program is about to end; a hold delays that for up to five seconds.
public struct WillTerminate: HoldableMessage, CustomStringConvertible {
    /// The holds on this message.
    public let holds = HoldSet(maximum: .seconds(5))

    /// The line in a transcript.
    public var description: String { "will terminate" }
}

/// The screen was locked or unlocked.
public struct ScreenLockChanged: BusMessage, Hashable, CustomStringConvertible {
    /// Whether the screen is locked now.
    public let isLocked: Bool

    /// The line in a transcript.
    public var description: String { "screen \(isLocked ? "locked" : "unlocked")" }
}

/// The size of the screen has changed.
public struct DidResize: BusMessage, Hashable, CustomStringConvertible {
    /// The new size.
    public let size: Size

    /// The line in a transcript.
    public var description: String { "did resize  \(size)" }
}
