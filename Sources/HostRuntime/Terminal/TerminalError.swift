/// Why the terminal cannot be used.
enum TerminalError: Error, Hashable, Sendable {
    /// The descriptor is no terminal.
    case notATerminal(descriptor: Int32)
    /// Another `Terminal` of this process has the signals and the screen.
    case alreadyOpen
    /// A system call failed.
    case system(call: String, code: Int32)
}

extension TerminalError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notATerminal(let descriptor):
            "File descriptor \(descriptor) is not a terminal."
        case .alreadyOpen:
            "The terminal is open already. Close the other Terminal of this process first."
        case .system(let call, let code):
            "The terminal cannot be set up: \(call) failed with error \(code)."
        }
    }
}
