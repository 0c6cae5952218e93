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
    /// SIGTSTP from outside: call `suspend()` when ready; control-Z at the keyboard is a key.
    case stop
    /// SIGCONT that did not end a `suspend()`: everything has to be drawn anew.
    case continued
}
