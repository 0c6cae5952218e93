internal import Glibc

/// The signal actions that were replaced, kept so that they can be restored.
struct SignalActions: ~Copyable, Sendable {
    typealias Handler = @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

    static let shared = SignalActions()

    // Each entry is written while no handler of ours is installed for its signal; a handler only reads it.
    nonisolated(unsafe) private let previous: UnsafeMutablePointer<sigaction>
    // Only the main thread reads and writes these.
    nonisolated(unsafe) private let replacements: UnsafeMutablePointer<Int>

    private init() {
        let count = Int(SignalPolicy.signals.upperBound) + 1
        previous = .allocate(capacity: count)
        previous.initialize(repeating: sigaction(), count: count)
        replacements = .allocate(capacity: count)
        replacements.initialize(repeating: 0, count: count)
    }

    enum Current: Hashable {
        case standard
        case ignored
        case handled
    }

    static func current(_ signal: Int32) -> Current {
        var action = sigaction()
        sigaction(signal, nil, &action)
        switch address(of: action) {
        // Constants of the C library that stand for no function.
        case unsafeBitCast(SIG_DFL, to: Int.self): return .standard
        case unsafeBitCast(SIG_IGN, to: Int.self): return .ignored
        default: return .handled
        }
    }

    func replace(_ signal: Int32, _ handler: Handler) {
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = handler
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART
        sigemptyset(&action.sa_mask)
        guard sigaction(signal, nil, previous + Int(signal)) == 0 else { return }
        if sigaction(signal, &action, nil) == 0 { replacements[Int(signal)] = SignalActions.address(of: action) }
    }

    /// Installs a handler in place of a signal's action, for as long as the process lives.
    func keep(_ signal: Int32, _ handler: Handler) {
        replace(signal, handler)
        replacements[Int(signal)] = 0
    }

    /// Restores every action that was replaced, unless other code has replaced it since.
    func restore() {
        for signal in SignalPolicy.signals where replacements[Int(signal)] != 0 {
            var current = sigaction()
            sigaction(signal, nil, &current)
            if SignalActions.address(of: current) == replacements[Int(signal)] { restore(signal) }
            replacements[Int(signal)] = 0
        }
    }

    /// Restores a signal's action; async-signal-safe.
    func restore(_ signal: Int32) {
        sigaction(signal, previous + Int(signal), nil)
    }

    /// Calls the handler that a signal had before, with the signals blocked that it asks for, if it had one.
    ///
    /// The Swift runtime's handler asks for the fault's own signal to stay open: while it reads memory for the
    /// backtrace it causes that fault again, and handles it.
    ///
    /// Async-signal-safe, if that handler is.
    func callPrevious(
        _ signal: Int32,
        info: UnsafeMutablePointer<siginfo_t>?,
        context: UnsafeMutableRawPointer?
    ) {
        var action = previous[Int(signal)]
        switch SignalActions.address(of: action) {
        case unsafeBitCast(SIG_DFL, to: Int.self), unsafeBitCast(SIG_IGN, to: Int.self): return
        default: break
        }
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, &action.sa_mask, &mask)
        if action.sa_flags & SA_NODEFER != 0 {
            var own = sigset_t()
            sigemptyset(&own)
            sigaddset(&own, signal)
            pthread_sigmask(SIG_UNBLOCK, &own, nil)
        }
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        if action.sa_flags & SA_SIGINFO != 0 {
            action.__sigaction_handler.sa_sigaction(signal, info, context)
        } else {
            action.__sigaction_handler.sa_handler(signal)
        }
    }

    // Both members of the union are one address.
    private static func address(of action: sigaction) -> Int {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }
}

// MARK: - Sending to oneself

extension SignalActions {
    /// Ends the process by a signal, whatever handler the signal has; returns only if nothing can end it that way.
    static func die(by signal: Int32) {
        set(signal, SIG_DFL)
        send(signal)
    }

    /// Ends the process by a signal, or with the status that tells it where no signal can end it.
    ///
    /// The first process of a container can't end by its own signal. Async-signal-safe.
    static func end(by signal: Int32) -> Never {
        die(by: signal)
        _exit(128 + signal)
    }

    /// Sets a signal's action to the default one, or ignores the signal.
    static func set(_ signal: Int32, _ handler: __sighandler_t?) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        sigaction(signal, &action, nil)
    }

    /// Sends a signal to the current thread; it takes effect before this returns.
    static func send(_ signal: Int32) {
        var mask = sigset_t()
        var old = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, signal)
        pthread_sigmask(SIG_UNBLOCK, &mask, &old)
        pthread_kill(pthread_self(), signal)
        pthread_sigmask(SIG_SETMASK, &old, nil)
    }

    /// Sends a signal to the current thread with its default action, and then restores the present action.
    static func sendWithDefaultAction(_ signal: Int32) {
        var current = sigaction()
        sigaction(signal, nil, &current)
        set(signal, SIG_DFL)
        send(signal)
        sigaction(signal, &current, nil)
    }
}

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
