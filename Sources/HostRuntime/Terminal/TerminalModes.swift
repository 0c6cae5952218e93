/// The modes of a terminal while the screen is taken, and how to reset them.
///
/// The picture is on the alternate screen, so that the earlier screen comes
/// back. The kitty keyboard protocol, where there is one, tells escape from alt,
/// and which letter a key has on a Latin keyboard.
/// `leave` resets every mode that `enter` sets.
struct TerminalModes: Hashable, Sendable {
    /// Whether the mouse is reported: presses, releases, drags and the wheel, but no hovering.
    var mouse = true

    /// The bytes that take the screen.
    ///
    /// The keyboard protocol comes after the alternate screen, because each
    /// screen has a separate stack.
    var enter: [UInt8] {
        let mouse = mouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : ""
        return Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\(mouse)\u{1B}[?1004h\u{1B}[?2004h\u{1B}[>5u".utf8)
    }

    /// The bytes that take the screen again if it may never have been left.
    ///
    /// SIGSTOP gives no chance to leave it, and neither does a terminal that takes
    /// nothing. The keyboard protocol is popped before it is pushed, or its stack
    /// would grow each time.
    var reenter: [UInt8] { Array("\u{1B}[<u".utf8) + enter }

    /// The bytes that take the keyboard again after a `HangNotice`.
    ///
    /// A terminal that nobody reads may have missed the notice, so both change the
    /// top of the keyboard protocol's stack, and never its height.
    var retake: [UInt8] { Array("\u{1B}[=5u".utf8) }

    /// The bytes that restore the screen.
    var leave: [UInt8] { restoration.pasteOff + restoration.rest }

    /// The bytes that restore the screen, for a crash handler: short, and independent of what happened since.
    ///
    /// They also reset modes that other code may have set meanwhile (all motion,
    /// synchronized output, colors).
    var restoration: RescueRecord.Leave {
        let text =
            "\u{1B}[<u\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2026l"
            + "\u{1B}[0m\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l"
        return RescueRecord.Leave(pasteOff: Array("\u{1B}[?2004l".utf8), rest: Array(text.utf8))
    }
}
