/// What a terminal can do, according to its own answers.
///
/// Everything is off until the terminal says otherwise: assuming synchronized
/// output where it is missing would make the picture flicker.
struct TerminalCapabilities: Hashable, Sendable {
    /// Whether the terminal can show a whole frame at once (mode 2026).
    private(set) var synchronizedOutput = false

    /// Whether the terminal has the kitty keyboard protocol.
    private(set) var kittyKeyboard = false

    /// Whether the terminal can measure text by grapheme clusters (mode 2027), which is not turned on.
    private(set) var graphemeClusters = false

    /// The default colour of text.
    private(set) var foreground: TerminalRGB?

    /// The default colour behind text.
    private(set) var background: TerminalRGB?

    /// Whether the terminal has answered the last query, after which no further answers come.
    private(set) var isComplete = false

    /// Returns the queries, followed by DA1, which every terminal answers.
    ///
    /// Apple's terminal prints a part of mode queries, and the Linux console
    /// misreads colour queries: leave those out there.
    static func queries(modes: Bool, colors: Bool) -> [UInt8] {
        var text = ""
        if modes { text += "\u{1B}[?2026$p\u{1B}[?2027$p" }
        text += "\u{1B}[?u"
        if colors { text += "\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\" }
        return Array((text + "\u{1B}[c").utf8)
    }

    /// Records an answer, however late it comes.
    mutating func record(_ response: TerminalResponse) {
        switch response {
        case .deviceAttributes: isComplete = true
        case .mode(2026, let state): synchronizedOutput = (1...3).contains(state)
        case .mode(2027, let state): graphemeClusters = (1...3).contains(state)
        case .mode: break
        case .kittyKeyboard: kittyKeyboard = true
        case .foreground(let color): foreground = color
        case .background(let color): background = color
        }
    }
}
