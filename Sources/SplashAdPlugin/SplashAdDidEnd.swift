public import HostRuntime

/// A presentation of the advertisement has ended; each one that began posts exactly one.
///
/// It is posted when the page is the user's again: before the picture has faded
/// out, and after the keyboard was given back.
public struct SplashAdDidEnd: BusMessage, Hashable, CustomStringConvertible {
    /// Why it ended.
    public let outcome: SplashOutcome

    /// How long it could be seen: on the screen, in front, and not under an alert.
    public let visibleTime: Duration

    /// The line that it is in a transcript.
    public var description: String { "splash ended  \(outcome)  after \(visibleTime.inTenths) s visible" }
}

/// Why a presentation of the advertisement ended.
public enum SplashOutcome: String, Hashable, Sendable, CaseIterable {
    /// The user skipped it.
    case skipped
    /// The countdown reached its end.
    case finished
    /// The user followed it.
    case clicked
    /// It never came on the screen.
    case failed
    /// It was taken away while it was up: the plugin or the program ended, or its window was closed.
    case interrupted
}
