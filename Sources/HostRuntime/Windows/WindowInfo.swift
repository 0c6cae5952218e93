/// The state of a window at one moment, for messages, reports and tools.
public struct WindowInfo: Hashable, Sendable {
    /// The window's identity.
    public let id: WindowID

    /// The window's name.
    public let title: String

    /// The owner of the window: the program or a plugin.
    public let owner: Owner

    /// The window's level.
    public let level: WindowLevel

    /// The cells that the window covers on the screen.
    public let frame: Rect

    /// Whether keys go to the window.
    public let isKey: Bool
}
