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
