/// What happened to a window.
///
/// Showing and hiding are about the window alone: leaving or entering the
/// program, or losing the terminal's focus, causes none of these.
public enum WindowEvent: Hashable, Sendable {
    /// The window was hidden and is visible now.
    case shown
    /// The window was visible and is hidden now, or gone.
    case hidden
    /// The window moved to the front of another level.
    case levelChanged(from: WindowLevel)
    /// The window moved to the front of its level.
    case orderChanged
    /// Keys go to the window from now on.
    case becameKey
    /// Keys go to the window no more; if another follows it, that one is key already.
    case resignedKey
    /// The window left its scene: it was closed, or nobody held it.
    case removed
    /// A change of the window was dropped, because callbacks kept causing changes.
    ///
    /// It is reported once for the first change that was dropped. See
    /// `WindowScene.callbackLimit`.
    case changeDropped
}
