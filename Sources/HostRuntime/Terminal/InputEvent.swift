/// An event that a terminal sends: an action of the user, or an answer of the terminal.
enum InputEvent: Hashable, Sendable {
    /// A key.
    ///
    /// Each Unicode scalar is a separate key, because a terminal doesn't say
    /// where a grapheme ends. A text field appends them, and the string joins them.
    case key(KeyEvent)

    /// An action of the mouse.
    case pointer(PointerEvent)

    /// Pasted text, including control characters; it never acts as keys.
    case paste(String)

    /// The terminal got the focus (true) or lost it.
    case focus(Bool)

    /// The terminal's answer to a query.
    case response(TerminalResponse)
}
