import Glibc

/// The handlers of the signals by which a program crashes: give the terminal back, then hand on.
///
/// Whoever had the signal before gets it after us, the Swift runtime's backtrace
/// above all, so that nothing of the diagnosis is lost.
@MainActor enum CrashHandlers {
    private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    private static let stackSize = 128 * 1024

    // Written while no handler of ours is installed; a handler only reads it.
    nonisolated(unsafe) fileprivate static let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

    private static var isRegisteredAtExit = false
    private static var stack: UnsafeMutableRawPointer?
    private static var lastThread: pthread_t?

    /// Installs the handlers.
    static func install() {
        if !isRegisteredAtExit {
            isRegisteredAtExit = true
            TerminalRescue.shared.rehearse()
            atexit(restoreAtExit)
        }
        guardThread()
        for signal in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = handleCrash
            action.sa_flags = SA_SIGINFO | SA_ONSTACK
            sigemptyset(&action.sa_mask)
            (previous + Int(signal)).initialize(to: sigaction())
            sigaction(signal, &action, previous + Int(signal))
        }
    }

    /// Puts the previous handlers back.
    static func remove() {
        for signal in signals {
            sigaction(signal, previous + Int(signal), nil)
        }
    }

    /// Gives the current thread a stack for the handlers, so that a stack overflow is survived long enough.
    ///
    /// On Linux the main actor leaves the main thread at its first suspension and
    /// from then on runs on whichever thread Dispatch has, so this is called
    /// whenever the terminal has something to do. A stack that somebody else gave
    /// the thread is kept. Ours is never freed: a handler may be on it.
    static func guardThread() {
        let thread = pthread_self()
        guard lastThread != thread else { return }
        lastThread = thread
        var current = stack_t()
        guard sigaltstack(nil, &current) == 0, current.ss_flags & Int32(SS_DISABLE) != 0 else { return }
        let memory = stack ?? UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)
        stack = memory
        var wanted = stack_t()
        wanted.ss_sp = memory
        wanted.ss_size = stackSize
        sigaltstack(&wanted, nil)
    }
}

// Functions, not closures: a closure written above would belong to the main actor, and check for it.
private func restoreAtExit() {
    TerminalRescue.shared.restore(afterCrash: false)
}

private func handleCrash(_ signal: Int32, info: UnsafeMutablePointer<siginfo_t>?, context: UnsafeMutableRawPointer?) {
    let code = info?.pointee.si_code ?? 0
    TerminalRescue.shared.restore(afterCrash: true)
    sigaction(signal, CrashHandlers.previous + Int(signal), nil)
    // A fault that the processor raised comes again by itself, with its registers,
    // once the handler returns to it. A breakpoint of x86 would go on behind itself,
    // and what `abort` or `kill` sent is not repeated: those are sent again.
    #if arch(x86_64) || arch(i386)
    let isRepeated = code > 0 && signal != SIGTRAP
    #else
    let isRepeated = code > 0
    #endif
    if !isRepeated { pthread_kill(pthread_self(), signal) }
}
