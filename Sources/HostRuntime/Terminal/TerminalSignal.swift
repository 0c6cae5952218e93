/// A signal that the terminal reports; control-C and control-Z at the keyboard are keys.
enum TerminalSignal: Hashable, Sendable {
    /// A signal that asks the program to end; after SIGHUP, or when the terminal vanished, there is no screen any more.
    case ending(Signal)
    /// SIGTSTP, SIGTTIN or SIGTTOU from another process: call `suspend()` when ready.
    case stop
    /// SIGCONT that did not end a `suspend()`: redraw everything.
    case continued
}
