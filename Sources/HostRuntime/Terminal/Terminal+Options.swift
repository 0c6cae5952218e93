extension Terminal {
    /// What may be left out.
    struct Options: Hashable, Sendable {
        /// The modes that are set.
        var modes = TerminalModes()
        /// The size where the terminal does not know its own.
        var fallbackSize = Size(width: 80, height: 24)
        /// The queries that are sent with the modes; none when empty.
        var queries = TerminalCapabilities.queries(modes: true, colors: true)
        /// Whether signals, crashes and `exit` are taken care of; one open terminal of a process can.
        var handlesSignals = true
        /// Whether standard output and error are captured, where they are this terminal, and standard input is empty.
        var capturesOutput = true

        /// Creates options for any terminal.
        init() {}

        /// Creates options that fit what the environment says about the terminal.
        init(_ environment: TerminalEnvironment) {
            fallbackSize = environment.fallbackSize
            queries = TerminalCapabilities.queries(
                modes: environment.answersModeQueries,
                colors: environment.answersColorQueries
            )
        }
    }
}
