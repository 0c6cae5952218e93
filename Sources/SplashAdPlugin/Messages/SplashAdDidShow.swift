public import HostRuntime

/// Posted when an advertisement has appeared on the screen, with its first frame.
public struct SplashAdDidShow: BusMessage, Hashable, CustomStringConvertible {
    /// The id of the advertisement in its feed.
    public let creative: String

    /// The address of its landing page, if it has one.
    public let landing: String?

    /// The line in a transcript.
    public var description: String { "splash shown  \(creative)" }
}
