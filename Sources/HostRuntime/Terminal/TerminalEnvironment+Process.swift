import Glibc

extension TerminalEnvironment {
    /// What the environment of this process says; the only place that reads it.
    static func current() -> TerminalEnvironment {
        var variables: [String: String] = [:]
        for name in ["TERM", "TERM_PROGRAM", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES"] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return TerminalEnvironment(
            variables: variables,
            inputIsTerminal: isatty(STDIN_FILENO) != 0,
            outputIsTerminal: isatty(STDOUT_FILENO) != 0
        )
    }
}
