/// The terminal program that a person uses, as far as the environment names it.
///
/// Some terminals are known by name: `ssh` and `sudo` pass their own `TERM` on,
/// but drop `COLORTERM`.
struct TerminalProgram: Hashable, Sendable {
    /// The first part of `TERM` of terminals that show 24-bit colors and always use UTF-8.
    private static let modernTerms: Set<String> = [
        "alacritty", "contour", "foot", "ghostty", "iterm", "iterm2", "kitty", "mintty", "rio", "wezterm",
    ]

    /// The `TERM_PROGRAM` of such terminals that set `TERM` to xterm's.
    private static let modernPrograms: Set<String> = [
        "ghostty", "iterm.app", "kitty", "mintty", "rio", "vscode", "warpterminal", "wezterm",
    ]

    /// The first part of `TERM` of terminals without colors, most of them made by DEC.
    private static let colorlessTerms: Set<String> = [
        "adm3a", "hp2621", "network", "tvi925", "unknown", "vt50", "vt52", "vt100", "vt102", "vt125", "vt131", "vt132",
        "vt200", "vt220", "vt300", "vt320", "vt400", "vt420", "vt510", "vt520", "wy50", "wy60", "wyse50", "wyse60",
    ]

    private let term: String
    private let family: String
    private let isModern: Bool

    /// Recognizes a terminal by `TERM` and `TERM_PROGRAM`.
    ///
    /// Inside tmux and screen, which show 256 colors unless `COLORTERM` says
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

    /// The colors that the terminal shows if no other variable says so; none if nothing is known about it.
    var colors: ColorDepth {
        if term.isEmpty || term.hasSuffix("-m") || term.hasSuffix("-mono") { return .monochrome }
        if isModern || term.hasSuffix("-direct") { return .trueColor }
        if term.hasSuffix("-256color") { return .indexed256 }
        return TerminalProgram.colorlessTerms.contains(family) ? .monochrome : .ansi16
    }

    /// Whether the terminal uses UTF-8 whatever the locale says.
    var isAlwaysUTF8: Bool { isModern }
}
