/// The modes of a terminal while the screen is taken, and how to reset them.
///
/// A value that only builds the bytes. `leave` resets every mode that `enter`
/// sets, whatever the options.
struct TerminalModes: Hashable, Sendable {
    /// Whether the mouse is reported: presses, releases, drags and the wheel, but no hovering.
    var mouse = true

    /// Whether the picture is on the alternate screen, so that the earlier screen comes back.
    var alternateScreen = true

    /// Whether to ask for the kitty keyboard protocol, which tells escape from alt.
    var kittyKeyboard = true

    /// Whether the terminal reports that it gets or loses the focus.
    var focus = true

    /// Whether the terminal marks pasted text.
    var bracketedPaste = true

    /// The bytes that take the screen.
    ///
    /// The keyboard protocol comes after the alternate screen, because each
    /// screen has a separate stack.
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

    /// The bytes that take the screen again if it may never have been left.
    ///
    /// SIGSTOP gives no chance to leave it. The keyboard protocol is popped
    /// before it is pushed, or its stack would grow each time.
    var reenter: [UInt8] {
        (kittyKeyboard ? Array("\u{1B}[<u".utf8) : []) + enter
    }

    /// The bytes that restore the screen.
    var leave: [UInt8] { restoration.pasteOff + restoration.rest }

    /// The bytes that restore the screen, for a crash handler: short, and independent of what happened since.
    ///
    /// They also reset modes that other code may have set meanwhile (all motion,
    /// synchronized output, colours). The keyboard protocol is popped only if it
    /// was pushed: otherwise the pop would remove the shell's.
    var restoration: RescueRecord.Leave {
        var text = ""
        if kittyKeyboard { text += "\u{1B}[<u" }
        text += "\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2026l"
        text += "\u{1B}[0m\u{1B}[?25h\u{1B}[?7h"
        if alternateScreen { text += "\u{1B}[?1049l" }
        return RescueRecord.Leave(pasteOff: Array("\u{1B}[?2004l".utf8), rest: Array(text.utf8))
    }
}
