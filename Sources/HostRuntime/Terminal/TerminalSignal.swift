internal import Glibc

/// What the system told the program by a signal.
enum TerminalSignal: Hashable, Sendable {
    /// SIGTERM: end, in order.
    case terminate
    /// SIGHUP, or a terminal that vanished: end, nobody looks any more.
    case hangup
    /// SIGINT from outside; control-C at the keyboard is a key.
    case interrupt
    /// SIGQUIT.
    case quit
    /// SIGTSTP, SIGTTIN or SIGTTOU from outside: call `suspend()` when ready; control-Z at the keyboard is a key.
    case stop
    /// SIGCONT that did not end a `suspend()`: everything has to be drawn anew.
    case continued

    /// The number of the signal that asks the program to end; nil for the others.
    var ending: Int32? {
        switch self {
        case .terminate: SIGTERM
        case .hangup: SIGHUP
        case .interrupt: SIGINT
        case .quit: SIGQUIT
        case .stop, .continued: nil
        }
    }
}
