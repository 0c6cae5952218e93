import Glibc

extension TerminalEnvironment {
    /// What the environment of this process says; the only place that reads it.
    static func current() -> TerminalEnvironment {
        var variables: [String: String] = [:]
        let names = [
            "TERM", "TERM_PROGRAM", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES", "LC_ALL", "LC_CTYPE", "LANG",
        ]
        for name in names {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return TerminalEnvironment(
            variables: variables,
            inputIsTerminal: isatty(STDIN_FILENO) != 0,
            outputIsTerminal: isatty(STDOUT_FILENO) != 0
        )
    }
}
