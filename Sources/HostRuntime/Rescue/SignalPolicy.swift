internal import Glibc

/// The way in which a program that has the screen handles a signal.
///
/// Every signal that ends programs restores the terminal first. Signals that
/// the program was started to ignore stay ignored.
enum SignalPolicy: Hashable, Sendable {
    /// Does nothing: the signal is harmless, can't be handled, or belongs to the C library.
    case leave
    /// Reports the signal to the main actor, which ends, stops, draws or checks the line settings.
    case report
    /// Reports the signal if a process sent it; stops at once if the terminal's driver did.
    case stop
    /// Restores the terminal, and ends by the signal.
    case end
    /// Restores the terminal, and passes the signal to its previous handler; then ends by it.
    case crash

    /// The numbers of all signals, in order.
    static let signals: ClosedRange<Int32> = 1...64

    static func of(_ signal: Int32) -> SignalPolicy {
        switch signal {
        case SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH, SIGCHLD: .report
        case SIGTTIN, SIGTTOU: .stop
        case SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS: .crash
        case SIGKILL, SIGSTOP, SIGURG: .leave
        // A file has reached the limit of its size, of which the write tells.
        case SIGXFSZ: .leave
        // The first two real-time signals, which the C library keeps.
        case 32, 33: .leave
        default: .end
        }
    }
}
