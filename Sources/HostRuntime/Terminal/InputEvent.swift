/// Something that the terminal sent: what the user did, or an answer of the terminal itself.
enum InputEvent: Hashable, Sendable {
    /// A key.
    ///
    /// Keys come a Unicode scalar at a time, because a terminal does not say
    /// where a grapheme ends: a text field appends them and the string joins
    /// them.
    case key(KeyEvent)

    /// The mouse.
    case pointer(PointerEvent)

    /// Text that was pasted, control characters included; it is never keys.
    case paste(String)

    /// The terminal got the focus, or lost it.
    case focus(Bool)

    /// The terminal's answer to a query.
    case response(TerminalResponse)
}
