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
