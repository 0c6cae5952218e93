/// A terminal's description in a program's environment.
struct TerminalEnvironment: Hashable, Sendable {
    /// Whether the program can use the terminal.
    var support: Support

    /// The size to assume for a terminal that doesn't report one.
    var fallbackSize: Size

    /// Whether the terminal answers mode queries; Apple's prints a part of them instead.
    var answersModeQueries: Bool

    /// Whether the terminal can report the mouse and escape too.
    ///
    /// While GNU screen reports the mouse, it keeps an escape until the next key
    /// (4.9), which then comes with alt.
    var reportsMouse: Bool

    /// Whether the terminal's window may have a title; an old terminal would print it on the screen.
    var hasTitle: Bool

    /// Whether the terminal uses UTF-8: the locale says so, except on terminals that always do.
    var hasUnicode: Bool

    /// Whether a program can use a terminal.
    enum Support: Hashable, Sendable {
        /// The program can draw, in these colors.
        case usable(ColorDepth)
        /// The program can't draw; the reason is written for the user and says what to do.
        case unusable(reason: String)
    }

    /// Creates a description from variables and from whether standard input and output are terminals.
    ///
    /// `NO_COLOR` overrides everything else unless it is empty.
    init(variables: [String: String], inputIsTerminal: Bool, outputIsTerminal: Bool) {
        let term = variables["TERM"] ?? ""
        func side(_ name: String, _ usual: Int) -> Int {
            variables[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? usual
        }
        fallbackSize = Size(width: side("COLUMNS", 80), height: side("LINES", 24))
        answersModeQueries = variables["TERM_PROGRAM"] != "Apple_Terminal"
        // `STY` is the session's name, which a tmux in it inherits; `ssh` passes only `TERM` on.
        reportsMouse = (variables["STY"] ?? "").isEmpty && !term.hasPrefix("screen.")
        let program = TerminalProgram(variables)
        hasTitle = !program.isColorless
        hasUnicode = program.isAlwaysUTF8 || TerminalEnvironment.isUTF8(variables)
        if !outputIsTerminal {
            support = .unusable("standard output is not one")
        } else if !inputIsTerminal {
            support = .unusable("standard input is not one")
        } else if term == "dumb" {
            support = .unusable("this one cannot move its cursor (TERM=dumb)")
        } else if let wish = variables["NO_COLOR"], !wish.isEmpty {
            support = .usable(.monochrome)
        } else if let color = variables["COLORTERM"], color == "truecolor" || color == "24bit" {
            support = .usable(.trueColor)
        } else {
            support = .usable(program.colors)
        }
    }
}

extension TerminalEnvironment {
    /// Whether the locale's variables ask for UTF-8; the first that isn't empty counts, as POSIX says.
    ///
    /// A locale without a codeset uses UTF-8, as in today's terminals.
    private static func isUTF8(_ variables: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
        let parts = locale.prefix { $0 != "@" }.split(separator: ".", maxSplits: 1)
        guard parts.count == 2 else { return parts.first != "C" && parts.first != "POSIX" }
        return parts[1].lowercased().filter { $0.isLetter || $0.isNumber } == "utf8"
    }
}

extension TerminalEnvironment.Support {
    fileprivate static func unusable(_ cause: String) -> Self {
        .unusable(
            reason: """
                The screen needs a terminal, and \(cause).
                To use the program in lines, without a screen, add --plain. To run a script: --script FILE, or --script - for
                standard input.
                """
        )
    }
}

extension TerminalEnvironment {
    /// Returns what the environment of this process says.
    static func current() -> TerminalEnvironment {
        let names = [
            "TERM", "STY", "TERM_PROGRAM", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES", "LC_ALL", "LC_CTYPE", "LANG",
        ]
        return TerminalEnvironment(
            variables: ProcessEnvironment.variables(names),
            inputIsTerminal: Descriptor.standardInput.isTerminal,
            outputIsTerminal: Descriptor.standardOutput.isTerminal
        )
    }
}

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
        return isColorless ? .monochrome : .ansi16
    }

    /// Whether the terminal is one without colors, or nothing is known about it.
    var isColorless: Bool { term.isEmpty || TerminalProgram.colorlessTerms.contains(family) }

    /// Whether the terminal uses UTF-8 whatever the locale says.
    var isAlwaysUTF8: Bool { isModern }
}
