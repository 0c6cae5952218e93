/// The colours that a terminal shows.
enum TerminalColorSupport: String, Hashable, Sendable {
    /// All colours of 24 bits.
    case trueColor
    /// A palette of 256 colours.
    case indexed256
    /// The 16 colours of ANSI.
    case ansi16
    /// No colours, because the user wants none or the terminal has none.
    case none
}
