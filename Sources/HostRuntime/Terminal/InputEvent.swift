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

/// An action of the mouse, as a terminal reports it.
struct PointerEvent: Hashable, Sendable {
    var kind: Kind

    /// The cell, counted from 0; both coordinates are in `0..<Size.limit` whatever the terminal sends.
    var location: Point

    /// The kinds of mouse action; those without a button are the left button's.
    enum Kind: Hashable, Sendable {
        case press
        case release
        /// The mouse moved to another cell with the button down.
        case drag
        /// The wheel turned by one notch: 1 towards the user, -1 away.
        case wheel(Int)
        /// Another button, or a wheel to the side.
        case other
    }
}

/// A signal that the terminal reports; control-C and control-Z at the keyboard are keys.
enum TerminalSignal: Hashable, Sendable {
    /// A signal that asks the program to end; after SIGHUP, or when the terminal vanished, there is no screen any more.
    case ending(Signal)
    /// SIGTSTP, SIGTTIN or SIGTTOU from another process: call `suspend()` when ready.
    case stop
    /// SIGCONT that did not end a `suspend()`: redraw everything.
    case continued
}
