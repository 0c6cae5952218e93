public import HostRuntime

/// The user has followed an advertisement; posted before its end, and before its landing page is opened.
public struct SplashAdWasClicked: BusMessage, Hashable, CustomStringConvertible {
    /// The id of what was followed, in its feed.
    public let creative: String

    /// Where it leads.
    public let landing: String

    /// How long it could be seen until then.
    public let visibleTime: Duration

    /// The line that it is in a transcript.
    public var description: String { "splash clicked  \(creative)" }
}
