/// The state of a window at one moment, for messages, reports and tools.
public struct WindowInfo: Hashable, Sendable {
    /// The window's identity.
    public var id: WindowID

    /// The window's name.
    public var title: String

    /// The owner of the window: the program or a plugin.
    public var owner: Owner

    /// The window's level.
    public var level: WindowLevel

    /// The cells that the window covers on the screen.
    public var frame: Rect

    /// The opacity of the window, from 0 to 1.
    public var alpha: Double

    /// Whether the window is hidden.
    public var isHidden: Bool

    /// Whether keys go to the window.
    public var isKey: Bool

    /// Whether the window may become key.
    public var canBecomeKey: Bool

    /// Whether the window takes touches.
    public var isUserInteractionEnabled: Bool

    /// The points at which the window takes touches.
    public var hitPolicy: HitPolicy

    init(_ entry: WindowStack.Entry, title: String, owner: Owner, isKey: Bool) {
        id = entry.id
        self.title = title
        self.owner = owner
        level = entry.level
        frame = entry.frame
        alpha = entry.alpha
        isHidden = entry.isHidden
        self.isKey = isKey
        canBecomeKey = entry.canBecomeKey
        isUserInteractionEnabled = entry.isUserInteractionEnabled
        hitPolicy = entry.hitPolicy
    }
}
