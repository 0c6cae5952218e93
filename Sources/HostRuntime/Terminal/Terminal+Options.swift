extension Terminal {
    /// The settings of a terminal.
    struct Options: Hashable, Sendable {
        /// The modes that are set while the screen is taken.
        var modes = TerminalModes()
        /// Whether the terminal shows more than ASCII characters in its title.
        var showsUnicode = true
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
    /// Creates options for the terminal that an environment describes, and in which a program may show only ASCII.
    init(_ environment: TerminalEnvironment, isASCII: Bool = false) {
        showsUnicode = !isASCII
        modes.mouse = environment.reportsMouse
        modes.title = environment.hasTitle
        fallbackSize = environment.fallbackSize
        queries = TerminalCapabilities.queries(
            modes: environment.answersModeQueries,
            unicode: !isASCII
        )
    }
}

/// The reason why a terminal can't be used.
enum TerminalError: Error, Hashable, Sendable {
    /// The descriptor is no terminal.
    case notATerminal(descriptor: Int32)
    /// Another `Terminal` of this process has the signals and the screen.
    case alreadyOpen
    /// A system call failed.
    case system(SystemError)
}

extension TerminalError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notATerminal(let descriptor):
            "File descriptor \(descriptor) is not a terminal."
        case .alreadyOpen:
            "The terminal is open already. Close the other Terminal of this process first."
        case .system(let error):
            "The terminal cannot be set up: \(error.withWayOut)."
        }
    }
}
