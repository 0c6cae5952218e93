public import HostRuntime

/// An advertisement has come on the screen: its first frame was brought.
public struct SplashAdDidShow: BusMessage, Hashable, CustomStringConvertible {
    /// The id of what is shown, in its feed.
    public let creative: String

    /// Where a tap on it leads; nil for nowhere.
    public let landing: String?

    /// The line that it is in a transcript.
    public var description: String { "splash shown  \(creative)" }
}
