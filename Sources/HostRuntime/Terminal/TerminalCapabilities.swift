/// A terminal's capabilities, according to its own answers.
///
/// Everything is off until the terminal says otherwise: assuming synchronized
/// output where it is missing would make the picture flicker.
struct TerminalCapabilities: Hashable, Sendable {
    /// Whether the terminal can show a whole frame at once (mode 2026).
    private(set) var synchronizedOutput = false

    /// Whether the terminal draws characters of ambiguous width in two cells.
    private(set) var widensAmbiguous = false

    /// Whether the terminal has answered the last query, after which no further answers come.
    private(set) var isComplete = false

    /// Returns the queries, followed by DA1, which every terminal answers.
    ///
    /// In a terminal with Unicode a character of ambiguous width is drawn, to ask where the cursor is after it, and erased.
    /// Apple's terminal prints a part of mode queries: leave them out there.
    static func queries(modes: Bool, unicode: Bool = true) -> [UInt8] {
        let width = unicode ? "\u{1B}[2;1H─\u{1B}[6n\r\u{1B}[K" : ""
        return Array(((modes ? "\u{1B}[?2026$p" : "") + width + "\u{1B}[c").utf8)
    }

    /// Records an answer, however late it comes.
    mutating func record(_ response: TerminalResponse) {
        switch response {
        case .deviceAttributes: isComplete = true
        case .mode(2026, let state): synchronizedOutput = (1...3).contains(state)
        // Not of the first row, for which F3 with modifiers has the same sequence.
        case .cursor(row: 2, column: 3): widensAmbiguous = true
        case .mode, .cursor: break
        }
    }
}

/// A terminal's answer to a query.
enum TerminalResponse: Hashable, Sendable {
    /// DA1: the kind of terminal.
    case deviceAttributes
    /// DECRPM: the state of a private mode; 0 is unknown, 1 set, 2 reset, 3 always set, 4 always reset.
    case mode(Int, state: Int)
    /// CPR: the place of the cursor, counted from 1.
    case cursor(row: Int, column: Int)
}
