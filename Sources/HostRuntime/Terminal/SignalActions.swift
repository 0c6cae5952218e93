import Glibc

/// The actions of signals that were replaced, to be put back.
struct SignalActions: ~Copyable, Sendable {
    typealias Handler = @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

    static let shared = SignalActions()

    // Each entry is written while no handler of ours is installed for its signal; a handler only reads it.
    nonisolated(unsafe) private let previous: UnsafeMutablePointer<sigaction>
    // Read and written by the main thread alone.
    nonisolated(unsafe) private let replacements: UnsafeMutablePointer<Int>

    private init() {
        let count = Int(SignalPolicy.signals.upperBound) + 1
        previous = .allocate(capacity: count)
        previous.initialize(repeating: sigaction(), count: count)
        replacements = .allocate(capacity: count)
        replacements.initialize(repeating: 0, count: count)
    }

    /// What a signal has for an action.
    enum Current: Hashable {
        case usual
        case ignored
        case handled
    }

    /// The action that a signal has now.
    static func current(_ signal: Int32) -> Current {
        var action = sigaction()
        sigaction(signal, nil, &action)
        switch address(of: action) {
        case unsafeBitCast(SIG_DFL, to: Int.self): return .usual
        case unsafeBitCast(SIG_IGN, to: Int.self): return .ignored
        default: return .handled
        }
    }

    /// Installs a handler in place of a signal's action.
    func replace(_ signal: Int32, _ handler: Handler) {
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = handler
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART
        sigemptyset(&action.sa_mask)
        guard sigaction(signal, nil, previous + Int(signal)) == 0 else { return }
        if sigaction(signal, &action, nil) == 0 { replacements[Int(signal)] = SignalActions.address(of: action) }
    }

    /// Puts back what was replaced, unless somebody else has replaced it since.
    func putBack() {
        for signal in SignalPolicy.signals where replacements[Int(signal)] != 0 {
            var current = sigaction()
            sigaction(signal, nil, &current)
            if SignalActions.address(of: current) == replacements[Int(signal)] { putBack(signal) }
            replacements[Int(signal)] = 0
        }
    }

    /// Puts a signal's action back; async-signal-safe.
    func putBack(_ signal: Int32) {
        sigaction(signal, previous + Int(signal), nil)
    }

    // Both members of the union are one address.
    private static func address(of action: sigaction) -> Int {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }
}

// MARK: - Sending to oneself

extension SignalActions {
    /// Ends the process by a signal, as if nobody handled it; returns only where nothing can end it so.
    static func die(by signal: Int32) {
        set(signal, SIG_DFL)
        send(signal)
    }

    /// Gives a signal the default action, or lets it be ignored.
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

    /// Sends a signal to the current thread with its default action, and puts the present action back.
    static func sendWithDefaultAction(_ signal: Int32) {
        var current = sigaction()
        sigaction(signal, nil, &current)
        set(signal, SIG_DFL)
        send(signal)
        sigaction(signal, &current, nil)
    }
}
