/// A signal that the terminal reports.
enum TerminalSignal: Hashable, Sendable {
    /// SIGTERM: a request to end in order.
    case terminate
    /// SIGHUP, or a terminal that vanished: end, there is no screen any more.
    case hangup
    /// SIGINT from another process; control-C at the keyboard is a key.
    case interrupt
    /// SIGQUIT.
    case quit
    /// SIGTSTP, SIGTTIN or SIGTTOU from another process: call `suspend()` when ready. Control-Z at the keyboard is a key.
    case stop
    /// SIGCONT that did not end a `suspend()`: draw everything anew.
    case continued

    /// The signal that asks the program to end; nil for the others.
    var ending: Signal? {
        switch self {
        case .terminate: .terminate
        case .hangup: .hangup
        case .interrupt: .interrupt
        case .quit: .quit
        case .stop, .continued: nil
        }
    }
}
