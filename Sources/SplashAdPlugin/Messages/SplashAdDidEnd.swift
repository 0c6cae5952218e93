public import HostRuntime

/// A presentation of the advertisement has ended; each one that began posts exactly one.
///
/// It is posted when the page is the user's again: before the picture has gone
/// from the screen, after the keyboard was given back, and before a landing page
/// is opened.
public struct SplashAdDidEnd: BusMessage, Hashable, CustomStringConvertible {
    /// Why it ended.
    public let outcome: SplashOutcome

    /// How long it could be seen: on the screen, in front, and not under an alert.
    public let visibleTime: Duration

    /// The id of what was shown, in its feed; nil where nothing had come yet.
    public let creative: String?

    /// Where a tap on it leads; nil for nowhere.
    public let landing: String?

    /// The line that it is in a transcript.
    public var description: String { "splash ended  \(outcome)  after \(visibleTime.inTenths) s visible" }
}

/// Why a presentation of the advertisement ended.
public enum SplashOutcome: String, Hashable, Sendable, CaseIterable {
    /// The user skipped it, or did not wait for it.
    case skipped
    /// The countdown reached its end.
    case finished
    /// The user followed it; also where it stayed after that, however it ended then.
    case clicked
    /// It never came on the screen.
    case failed
    /// It was taken away while it was up: the plugin or the program ended, or its window was closed.
    case interrupted
}
