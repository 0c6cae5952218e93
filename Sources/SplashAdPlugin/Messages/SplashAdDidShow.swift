public import HostRuntime

/// Posted when an advertisement has appeared on the screen, with its first frame.
public struct SplashAdDidShow: BusMessage, Hashable, CustomStringConvertible {
    /// The presentation's own name, the same in all its messages: 32 hexadecimal digits that nobody can guess.
    public let nonce: String

    /// The id of the advertisement in its feed.
    public let creative: String

    /// The address of its landing page, if it has one.
    public let landing: String?

    /// The cells of the screen that it takes.
    public let frame: Rect

    /// The occasion on which it is shown.
    public let occasion: Occasion

    /// A reason to show an advertisement; its text is the one in `splash.shown`.
    public enum Occasion: String, Hashable, Sendable {
        case launch
        case comeBack = "return"
        /// The program or another plugin asks for one.
        case offer
        case byHand = "hand"
    }

    /// The line in a transcript.
    public var description: String { "splash shown  \(creative)" }
}
