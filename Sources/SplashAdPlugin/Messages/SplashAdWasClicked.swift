public import HostRuntime

/// Posted when the user has tapped an advertisement, before its end and before its landing page opens.
public struct SplashAdWasClicked: BusMessage, Hashable, CustomStringConvertible {
    /// The presentation's own name, the same in all its messages: 32 hexadecimal digits that nobody can guess.
    public let nonce: String

    /// The id of the advertisement in its feed.
    public let creative: String

    /// The address of its landing page.
    public let landing: String

    /// The cells of the screen that it takes.
    public let frame: Rect

    /// The time for which it was visible until then.
    public let visibleTime: Duration

    /// The line in a transcript.
    public var description: String { "splash clicked  \(creative)" }
}
