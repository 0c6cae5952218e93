import Glibc

/// What a program that has the screen does about a signal.
///
/// Every signal that ends programs gives the terminal back first. What the program
/// was started to ignore, it ignores.
enum SignalPolicy: Hashable, Sendable {
    /// Nothing: it does no harm, it cannot be handled, or it is the C library's own.
    case leave
    /// Tells the main actor, which ends, stops, draws or looks at the line settings.
    case tell
    /// Tells the main actor where somebody sent it; stops at once where the terminal's driver did.
    case stop
    /// Gives the terminal back, and ends by the signal.
    case end
    /// Gives the terminal back, and hands on to whoever had the signal before; then ends by it.
    case crash

    /// The signals, in order.
    static let signals: ClosedRange<Int32> = 1...64

    /// The policy for each of `signals`.
    static func of(_ signal: Int32) -> SignalPolicy {
        switch signal {
        case SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH, SIGCHLD: .tell
        case SIGTTIN, SIGTTOU: .stop
        case SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS: .crash
        case SIGKILL, SIGSTOP, SIGURG: .leave
        // The first two of the real-time signals.
        case 32, 33: .leave
        default: .end
        }
    }
}
