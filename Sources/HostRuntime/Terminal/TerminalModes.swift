/// The modes of a terminal while the screen is taken, and how to reset them.
///
/// The picture is on the alternate screen, so that the earlier screen comes
/// back. The kitty keyboard protocol, where there is one, tells escape from alt,
/// and which letter a key has on a Latin keyboard.
/// `leave` resets every mode that `enter` sets.
struct TerminalModes: Hashable, Sendable {
    /// Whether the mouse is reported: presses, releases, drags and the wheel, but no hovering.
    var mouse = true

    /// Whether the title of the terminal's window is set, and comes back at the end.
    var title = true

    /// The bytes that take the screen.
    ///
    /// The keyboard protocol comes after the alternate screen, because each
    /// screen has a separate stack.
    var enter: [UInt8] {
        let mouse = mouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : ""
        let title = title ? "\u{1B}[22;2t" : ""
        return Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\(mouse)\u{1B}[?1004h\u{1B}[?2004h\u{1B}[>5u\(title)".utf8)
    }

    /// The bytes that take the screen again if it may never have been left.
    ///
    /// SIGSTOP gives no chance to leave it, and neither does a terminal that takes
    /// nothing. The keyboard protocol and the title are popped before they are pushed, or their
    /// stacks would grow each time.
    var reenter: [UInt8] { Array("\u{1B}[<u\(title ? "\u{1B}[23;2t" : "")".utf8) + enter }

    /// Returns the bytes that set the title of the terminal's window, without control characters.
    func setting(title text: String, isASCII: Bool) -> [UInt8] {
        guard title else { return [] }
        let shown = String(text.unicodeScalars.prefix(TerminalModes.titleLimit)).escapingControls
        let scalars = shown.unicodeScalars.map { isASCII && !$0.isASCII ? "?" : $0 }
        return Array("\u{1B}]2;\(String(String.UnicodeScalarView(scalars)))\u{7}".utf8)
    }

    private static let titleLimit = 200

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
            + "\u{1B}[0m\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l" + (title ? "\u{1B}[23;2t" : "")
        return RescueRecord.Leave(pasteOff: Array("\u{1B}[?2004l".utf8), rest: Array(text.utf8))
    }
}
