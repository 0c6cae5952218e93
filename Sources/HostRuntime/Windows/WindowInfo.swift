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

    /// The opacity, from 0 to 1.
    public let alpha: Double

    /// Whether the window is hidden.
    public let isHidden: Bool

    /// Whether keys go to the window.
    public let isKey: Bool

    /// Whether the window may become key.
    public let canBecomeKey: Bool

    /// Whether the window keeps keys and touches from the windows below it.
    public let isModal: Bool

    /// Whether the window takes touches at all.
    public let isUserInteractionEnabled: Bool

    /// The points at which the window takes touches.
    public let hitPolicy: HitPolicy

    /// The file and the line that made the window, as `Module/File.swift:12`; empty if unknown.
    public let place: String

    init(_ entry: WindowStack.Entry, title: String, owner: Owner, place: String, isKey: Bool) {
        id = entry.id
        self.place = place
        self.title = title
        self.owner = owner
        level = entry.level
        frame = entry.frame
        alpha = entry.alpha
        isHidden = entry.isHidden
        self.isKey = isKey
        canBecomeKey = entry.canBecomeKey
        isModal = entry.isModal
        isUserInteractionEnabled = entry.isUserInteractionEnabled
        hitPolicy = entry.hitPolicy
    }
}

/// The identity of a window within its scene.
///
/// Ids aren't reused, so an id may outlive its window.
public struct WindowID: Hashable, Sendable {
    let rawValue: UInt64

    init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

extension WindowID: CustomStringConvertible {
    /// The number of the window in its scene: `#1`.
    public var description: String { "#\(rawValue)" }
}

/// A change of a window.
///
/// Only the window itself counts: leaving or entering the program, or losing
/// the terminal's focus, causes no event.
public enum WindowEvent: Hashable, Sendable {
    /// The window became visible.
    case shown
    /// The window was hidden or closed.
    case hidden
    /// The window moved to the front of another level.
    case levelChanged(from: WindowLevel)
    /// The window moved to the front of its level.
    case orderChanged
    /// The window became key.
    case becameKey
    /// The window is no longer key. If another becomes key, it already is.
    case resignedKey
    /// The window left its scene: it was closed, or nothing held it.
    case removed
    /// A change of the window was dropped, because callbacks kept causing changes.
    ///
    /// Only the first dropped change is reported. See
    /// `WindowScene.callbackLimit`.
    case changeDropped
}
