/// The terminal that a person uses, as far as the environment names it.
///
/// Terminals whose own terminfo entries `ssh` and `sudo` pass on in `TERM`,
/// while they drop `COLORTERM`, are known by name.
struct TerminalProgram: Hashable, Sendable {
    /// The first part of `TERM` of terminals that show 24 bits and are always UTF-8.
    private static let modernTerms: Set<String> = [
        "alacritty", "contour", "foot", "ghostty", "iterm", "iterm2", "kitty", "mintty", "rio", "wezterm",
    ]

    /// The `TERM_PROGRAM` of such terminals whose `TERM` is xterm's.
    private static let modernPrograms: Set<String> = [
        "ghostty", "iterm.app", "kitty", "mintty", "rio", "vscode", "warpterminal", "wezterm",
    ]

    /// The first part of `TERM` of terminals without colours, most of them of DEC.
    private static let colorlessTerms: Set<String> = [
        "adm3a", "hp2621", "network", "tvi925", "unknown", "vt50", "vt52", "vt100", "vt102", "vt125", "vt131", "vt132",
        "vt200", "vt220", "vt300", "vt320", "vt400", "vt420", "vt510", "vt520", "wy50", "wy60", "wyse50", "wyse60",
    ]

    private let term: String
    private let family: String
    private let isModern: Bool

    /// Reads `TERM` and `TERM_PROGRAM`.
    ///
    /// Under tmux and screen, which show 256 colours unless `COLORTERM` says
    /// more, `TERM_PROGRAM` may be that of the terminal around them.
    init(_ variables: [String: String]) {
        term = variables["TERM"] ?? ""
        let words = term.split(separator: "-").map(String.init)
        family = words.first ?? ""
        let name = words.first == "xterm" ? words.dropFirst().first : words.first
        let isNested = term.hasPrefix("tmux") || term.hasPrefix("screen")
        let program = variables["TERM_PROGRAM"]?.lowercased() ?? ""
        isModern =
            TerminalProgram.modernTerms.contains(name ?? "")
            || !isNested && TerminalProgram.modernPrograms.contains(program)
    }

    /// How many colours it shows, where nothing else says so; none where nothing is known of it.
    var colors: TerminalColorSupport {
        if term.isEmpty || term.hasSuffix("-m") || term.hasSuffix("-mono") { return .none }
        if isModern || term.hasSuffix("-direct") { return .trueColor }
        if term.hasSuffix("-256color") { return .indexed256 }
        return TerminalProgram.colorlessTerms.contains(family) ? .none : .ansi16
    }

    /// Whether its characters are UTF-8's whatever the locale says.
    var isAlwaysUTF8: Bool { isModern }
}
