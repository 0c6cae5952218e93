/// What the terminal is asked to do while the screen is taken, and how that is undone.
///
/// A value: it only builds the bytes. Every mode that `enter` sets is reset by
/// `leave`, whatever the options.
struct TerminalModes: Hashable, Sendable {
    /// Whether the mouse is reported: presses, releases, drags and the wheel, but no hovering.
    var mouse = true

    /// Whether the picture is on the alternate screen, so that what was there comes back.
    var alternateScreen = true

    /// Whether the kitty keyboard protocol is asked for, which tells escape from alt.
    var kittyKeyboard = true

    /// Whether the terminal says when it gets and loses the focus.
    var focus = true

    /// Whether pasted text is marked as such.
    var bracketedPaste = true

    /// The bytes that take the screen.
    ///
    /// The keyboard protocol comes after the alternate screen: each screen has a
    /// stack of its own.
    var enter: [UInt8] {
        var text = ""
        if alternateScreen { text += "\u{1B}[?1049h" }
        text += "\u{1B}[?25l\u{1B}[?7l"
        if mouse { text += "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" }
        if focus { text += "\u{1B}[?1004h" }
        if bracketedPaste { text += "\u{1B}[?2004h" }
        if kittyKeyboard { text += "\u{1B}[>1u" }
        return Array(text.utf8)
    }

    /// The bytes that take the screen again where it is not known whether it was ever left.
    ///
    /// After SIGSTOP nobody had a chance to leave it. The keyboard protocol is
    /// popped before it is pushed, or its stack would grow each time.
    var reenter: [UInt8] {
        (kittyKeyboard ? Array("\u{1B}[<u".utf8) : []) + enter
    }

    /// The bytes that give the screen back; short, and without memory, so that a crash handler can write them.
    ///
    /// Modes that others may have set meanwhile are reset too (all motion,
    /// synchronized output, colours), but the keyboard protocol is popped only
    /// when it was pushed: otherwise the pop would hit the shell's.
    var leave: [UInt8] {
        var text = ""
        if kittyKeyboard { text += "\u{1B}[<u" }
        text += "\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2026l"
        text += "\u{1B}[0m\u{1B}[?25h\u{1B}[?7h"
        if alternateScreen { text += "\u{1B}[?1049l" }
        return TerminalModes.pasteOff + Array(text.utf8)
    }

    /// What `leave` begins with: pasted text is not marked any more.
    static let pasteOff = Array("\u{1B}[?2004l".utf8)
}
