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
        } else if term.hasSuffix("-direct") {
            support = .usable(.trueColor)
        } else if term.hasSuffix("-256color") {
            support = .usable(.indexed256)
        } else {
            support = .usable(.ansi16)
        }
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
