internal import Glibc

/// The handlers of signals that end a program without asking it: they restore the terminal first.
///
/// A fault of the program itself then goes to the signal's previous handler,
/// such as the Swift runtime's backtrace, so that nothing of the diagnosis is
/// lost. The handlers are installed on the main thread and run on any thread.
@MainActor enum CrashHandlers {
    private static let stackSize = 128 * 1024

    private static var isRegisteredAtExit = false
    private static var hasStack = false
    private static var isKept = false

    /// Installs the handlers of faults for as long as the process lives, before any plugin's code runs.
    ///
    /// They say which plugin's code was running. So do those of the signals by which
    /// a person or a time limit ends a program that hangs, and that of a broken pipe
    /// unless nobody reads the program's own output any more.
    static func keep() {
        // A file that may not grow is an error of the write, as a full disk is. Child processes would inherit that the
        // signal is ignored, but not this.
        if SignalActions.current(SIGXFSZ) == .standard { SignalActions.shared.keep(SIGXFSZ, handleLargeFile) }
        prepare()
        for signal in SignalPolicy.signals where SignalPolicy.of(signal) == .crash {
            if SignalActions.current(signal) != .ignored { SignalActions.shared.keep(signal, handleCrash) }
        }
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] where SignalActions.current(signal) == .standard {
            SignalActions.shared.keep(signal, handleEnd)
        }
        if SignalActions.current(SIGPIPE) == .standard { SignalActions.shared.keep(SIGPIPE, handleBrokenPipe) }
        isKept = true
    }

    /// Installs the handlers while the terminal is taken; `SignalActions` restores the old actions.
    static func install() {
        prepare()
        for signal in SignalPolicy.signals {
            switch (SignalPolicy.of(signal), SignalActions.current(signal)) {
            case (_, .ignored): break
            case (.crash, _): if !isKept { SignalActions.shared.replace(signal, handleCrash) }
            // A signal that a library handles does not end the program.
            case (.end, .standard): SignalActions.shared.replace(signal, handleEnd)
            default: break
            }
        }
    }

    private static func prepare() {
        if !isRegisteredAtExit {
            isRegisteredAtExit = true
            ProcessJournal.rehearse()
            TerminalRescue.shared.rehearse()
            atexit(restoreAtExit)
        }
        guardThread()
    }

    /// Gives the main thread a separate stack for the handlers, so that they can run after a stack overflow.
    ///
    /// Each thread that the runtime makes has such a stack already. One that
    /// other code gave the main thread is kept. Ours is never freed: a handler may
    /// be running on it.
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

// Functions outside the enum: a closure in `install` would belong to the main actor and check that it runs there.
private func restoreAtExit() {
    TerminalRescue.shared.restore(afterCrash: false)
}

private func handleLargeFile(_: Int32, _: UnsafeMutablePointer<siginfo_t>?, _: UnsafeMutableRawPointer?) {}

private func handleEnd(_ signal: Int32, info: UnsafeMutablePointer<siginfo_t>?, context: UnsafeMutableRawPointer?) {
    TerminalRescue.shared.restore(afterCrash: true)
    ProcessJournal.recordKill()
    ProcessJournal.printCrashMessage(killedBy: signal)
    SignalActions.end(by: signal)
}

private func handleBrokenPipe(
    _ signal: Int32,
    info: UnsafeMutablePointer<siginfo_t>?,
    context: UnsafeMutableRawPointer?
) {
    guard Descriptor.standardOutput.hasLostReader || Descriptor.standardError.hasLostReader else {
        return handleEnd(signal, info: info, context: context)
    }
    TerminalRescue.shared.restore(afterCrash: false)
    ProcessJournal.recordEnd()
    SignalActions.end(by: signal)
}

private func handleCrash(_ signal: Int32, info: UnsafeMutablePointer<siginfo_t>?, context: UnsafeMutableRawPointer?) {
    let code = info?.pointee.si_code ?? 0
    // A signal that another process sent is no fault of this program. Its position in the code says nothing, and
    // Swift's backtrace would keep the process alive and ask the person what to do.
    if code <= 0, let info, info.pointee._sifields._kill.si_pid != getpid() {
        return handleEnd(signal, info: info, context: context)
    }
    ProcessJournal.recordCrash(signal)
    TerminalRescue.shared.restore(afterCrash: true)
    SignalActions.shared.callPrevious(signal, info: info, context: context)
    // Below the backtrace of the Swift runtime, which is longer than a screen. Should that take too long for the
    // person, the handler of ctrl-c prints the message.
    ProcessJournal.printCrashMessage()
    SignalActions.set(signal, SIG_DFL)
    // A fault that the processor raised happens again, with its registers, when the handler returns to it.
    // Execution would continue after a breakpoint of x86 and after a refused system call, and a signal of
    // `abort` or `kill` doesn't repeat.
    #if arch(x86_64) || arch(i386)
    let isRepeated = code > 0 && signal != SIGTRAP && signal != SIGSYS
    #else
    let isRepeated = code > 0 && signal != SIGSYS
    #endif
    if !isRepeated { SignalActions.end(by: signal) }
}

extension ProcessJournal {
    /// Prints which plugin ended the program, if one did, to standard error.
    ///
    /// Async-signal-safe. `signal` is the one that another process has sent; 0 for none. The
    /// program's end may be awaited: then the call that runs keeps it, however new it is.
    @discardableResult static func printCrashMessage(killedBy signal: Int32 = 0, isAwaited: Bool = false) -> Bool {
        let journal = RunningCode.journal
        guard journal.process == getpid() else { return false }
        return printCrashMessage(
            journal,
            status: signal == 0 ? nil : signal,
            isAwaited: isAwaited,
            to: TerminalRescue.shared.standardError
        )
    }
}
