/// How many colours the terminal shows.
enum TerminalColorSupport: String, Hashable, Sendable {
    /// 24 bits.
    case trueColor
    /// The palette of 256.
    case indexed256
    /// The 16 of ANSI.
    case ansi16
    /// None, by wish of the user or because it has none.
    case none
}
