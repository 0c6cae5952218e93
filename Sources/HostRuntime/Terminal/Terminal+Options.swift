extension Terminal {
    /// The settings of a terminal.
    struct Options: Hashable, Sendable {
        /// The modes that are set while the screen is taken.
        var modes = TerminalModes()
        /// The size of a terminal that doesn't report one.
        var fallbackSize = Size(width: 80, height: 24)
        /// The queries that are sent with the modes; may be empty.
        var queries = TerminalCapabilities.queries(modes: true)
        /// Whether the terminal handles signals, crashes and `exit`; only one open terminal of a process can.
        var handlesSignals = true
        /// Whether standard output and error are captured if they are terminals, and standard input is made empty.
        var capturesOutput = true
    }
}

extension Terminal.Options {
    /// Creates options for the terminal that an environment describes.
    init(_ environment: TerminalEnvironment) {
        modes.mouse = environment.reportsMouse
        fallbackSize = environment.fallbackSize
        queries = TerminalCapabilities.queries(modes: environment.answersModeQueries)
    }
}
