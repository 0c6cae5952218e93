/// What the environment says about the terminal, decided from its variables alone.
struct TerminalEnvironment: Hashable, Sendable {
    /// What the program can do on the terminal.
    var support: Support

    /// The size to assume where the terminal does not know its own.
    var fallbackSize: Size

    /// Whether the terminal can be asked for modes without printing a part of the question.
    var answersModeQueries: Bool

    /// Whether the terminal can be asked for its colours.
    var answersColorQueries: Bool

    /// Whether the terminal shows more than ASCII characters.
    ///
    /// The locale says so, but for terminals that know nothing but UTF-8.
    var showsUnicode: Bool

    /// What the program can do on a terminal.
    enum Support: Hashable, Sendable {
        /// It can draw.
        case usable(TerminalColorSupport)
        /// It cannot; the reason is written for the user and says the way out.
        case unusable(reason: String)
    }

    /// Decides from the variables and from whether standard input and output are terminals.
    ///
    /// `NO_COLOR` counts when it is not empty, and beats everything else.
    init(variables: [String: String], inputIsTerminal: Bool, outputIsTerminal: Bool) {
        let term = variables["TERM"] ?? ""
        func side(_ name: String, _ usual: Int) -> Int {
            variables[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? usual
        }
        fallbackSize = Size(width: side("COLUMNS", 80), height: side("LINES", 24))
        answersModeQueries = variables["TERM_PROGRAM"] != "Apple_Terminal"
        answersColorQueries = term != "linux"
        let program = TerminalProgram(variables)
        showsUnicode = program.isAlwaysUTF8 || !TerminalEnvironment.isASCII(variables)
        if !outputIsTerminal {
            support = .unusable("standard output is not one")
        } else if !inputIsTerminal {
            support = .unusable("standard input is not one")
        } else if term == "dumb" {
            support = .unusable("this one cannot move its cursor (TERM=dumb)")
        } else if let wish = variables["NO_COLOR"], !wish.isEmpty {
            support = .usable(.none)
        } else if let color = variables["COLORTERM"], color == "truecolor" || color == "24bit" {
            support = .usable(.trueColor)
        } else {
            support = .usable(program.colors)
        }
    }

    /// Whether the locale's characters are ASCII's, or of a coding that is not UTF-8.
    ///
    /// POSIX's order: the first of the three that is not empty counts. Where none
    /// is set nobody has said anything, and today's terminals are UTF-8.
    private static func isASCII(_ variables: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        guard let locale = names.lazy.compactMap({ variables[$0] }).first(where: { !$0.isEmpty }) else { return false }
        let parts = locale.prefix { $0 != "@" }.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return parts[0] == "C" || parts[0] == "POSIX" }
        return !["utf-8", "utf8"].contains(parts[1].lowercased())
    }
}

extension TerminalEnvironment.Support {
    fileprivate static func unusable(_ cause: String) -> Self {
        .unusable(
            reason: """
                The screen needs a terminal, and \(cause).
                To run without a screen, give a script: --script FILE, or --script - to read it from standard input.
                """
        )
    }
}

extension TerminalEnvironment {
    /// Returns what the environment of this process says.
    static func current() -> TerminalEnvironment {
        let names = [
            "TERM", "TERM_PROGRAM", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES", "LC_ALL", "LC_CTYPE", "LANG",
        ]
        var variables: [String: String] = [:]
        for name in names { variables[name] = ProcessEnvironment.value(name) }
        return TerminalEnvironment(
            variables: variables,
            inputIsTerminal: Descriptor.standardInput.isTerminal,
            outputIsTerminal: Descriptor.standardOutput.isTerminal
        )
    }
}
