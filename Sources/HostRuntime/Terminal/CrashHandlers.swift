import Glibc

/// The handlers of the signals by which a program ends without being asked: they give the terminal back first.
///
/// The signal of a fault of its own goes to whoever had it before, the Swift
/// runtime's backtrace above all, so that nothing of the diagnosis is lost.
@MainActor enum CrashHandlers {
    private static let stackSize = 128 * 1024

    private static var isRegisteredAtExit = false
    private static var hasStack = false

    /// Installs the handlers; `SignalActions` puts back what was there.
    static func install() {
        if !isRegisteredAtExit {
            isRegisteredAtExit = true
            TerminalRescue.shared.rehearse()
            atexit(restoreAtExit)
        }
        guardThread()
        for signal in SignalPolicy.signals {
            switch (SignalPolicy.of(signal), SignalActions.current(signal)) {
            case (_, .ignored): break
            case (.crash, _): SignalActions.shared.replace(signal, handleCrash)
            // What a library handles does not end the program.
            case (.end, .usual): SignalActions.shared.replace(signal, handleEnd)
            default: break
            }
        }
    }

    /// Gives the main thread, on which the main actor runs, a stack for the handlers.
    ///
    /// So its stack overflow is survived long enough. Each thread that the runtime
    /// makes has one of its own. A stack that somebody else gave the thread is kept.
    /// Ours is never freed: a handler may be on it.
    private static func guardThread() {
        guard !hasStack else { return }
        hasStack = true
        var current = stack_t()
        guard sigaltstack(nil, &current) == 0, current.ss_flags & Int32(SS_DISABLE) != 0 else { return }
        var wanted = stack_t()
        wanted.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)
        wanted.ss_size = stackSize
        sigaltstack(&wanted, nil)
    }
}

// Functions, not closures: a closure written above would belong to the main actor, and check for it.
private func restoreAtExit() {
    TerminalRescue.shared.restore(afterCrash: false)
}

private func handleEnd(_ signal: Int32, info: UnsafeMutablePointer<siginfo_t>?, context: UnsafeMutableRawPointer?) {
    TerminalRescue.shared.restore(afterCrash: true)
    SignalActions.die(by: signal)
}

private func handleCrash(_ signal: Int32, info: UnsafeMutablePointer<siginfo_t>?, context: UnsafeMutableRawPointer?) {
    let code = info?.pointee.si_code ?? 0
    TerminalRescue.shared.restore(afterCrash: true)
    // What another process sent is no fault of the program's own. Where it happened to be tells nothing, and Swift's
    // backtrace would keep it alive and ask the person what to do.
    if code <= 0, let info, info.pointee._sifields._kill.si_pid != getpid() { return SignalActions.die(by: signal) }
    SignalActions.shared.putBack(signal)
    // A fault that the processor raised comes again by itself, with its registers,
    // once the handler returns to it. A breakpoint of x86 and a refused system call
    // would go on behind themselves, and what `abort` or `kill` sent is not repeated.
    #if arch(x86_64) || arch(i386)
    let isRepeated = code > 0 && signal != SIGTRAP && signal != SIGSYS
    #else
    let isRepeated = code > 0 && signal != SIGSYS
    #endif
    guard !isRepeated else { return }
    SignalActions.send(signal)
    // Whoever had it before counts on a fault that comes again.
    SignalActions.die(by: signal)
}
