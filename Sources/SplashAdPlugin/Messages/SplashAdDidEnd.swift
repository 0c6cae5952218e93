public import HostRuntime

/// Posted when a presentation of an advertisement has ended, exactly once for each presentation.
///
/// At that time the page below has its keyboard back, the advertisement may
/// still be fading out, and a landing page has not been opened yet.
public struct SplashAdDidEnd: BusMessage, Hashable, CustomStringConvertible {
    /// The presentation's own name, the same in all its messages: 32 hexadecimal digits that nobody can guess.
    public let nonce: String

    /// The reason why it ended.
    public let outcome: SplashOutcome

    /// The time for which it was visible: on the screen, in front, and not under an alert.
    public let visibleTime: Duration

    /// The id of the advertisement in its feed; nil if none was shown yet.
    public let creative: String?

    /// The address of its landing page, if it has one.
    public let landing: String?

    /// The cells of the screen that it takes.
    public let frame: Rect

    /// The line in a transcript.
    public var description: String {
        "splash ended  \(outcome)  after \(visibleTime.inSeconds(decimals: 1...1)) s visible"
    }
}

/// The reason why a presentation of an advertisement ended.
public enum SplashOutcome: String, Hashable, Sendable, CaseIterable {
    /// The user skipped it, or the wait for it.
    case skipped
    /// The countdown reached its end.
    case finished
    /// The user opened its landing page.
    case clicked
    /// It never appeared on the screen.
    case failed
    /// The plugin or the program ended, or its window was closed, while it was on the screen.
    case interrupted
}
