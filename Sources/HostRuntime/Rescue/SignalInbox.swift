internal import Glibc
internal import Synchronization

/// Collects signals for the main actor: a bit for each signal, and a bell to wake it.
///
/// Dispatch's signal sources are no substitute: on Linux they block *all*
/// signals on the thread that one interrupts and never restore the old action,
/// after which SIGTSTP could not stop the program any more.
struct SignalInbox: ~Copyable, Sendable {
    static let shared = SignalInbox()

    private let pending = Atomic<UInt32>(0)
    private let continuations = Atomic<Int>(0)
    private let bell = Atomic<Int32>(-1)
    private let ignoresStop = Atomic<Bool>(false)
    private let endsAtOnce = Atomic<Bool>(false)
    /// The time at which the program's end began; 0 before.
    private let endBegin = Atomic<UInt64>(0)

    /// Installs the handlers; each signal rings the bell.
    ///
    /// Signals that the program was started to ignore (`nohup`, a shell without
    /// job control) stay ignored. `SignalActions` restores the old actions. A
    /// program without a screen needs only the signals that end it.
    func install(bell: TimerDescriptor, endingOnly: Bool = false) {
        pending.store(0, ordering: .relaxed)
        use(bell)
        ignoresStop.store(SignalActions.current(SIGTSTP) == .ignored, ordering: .relaxed)
        for signal in SignalPolicy.signals {
            let policy = SignalPolicy.of(signal)
            guard policy == .report || policy == .stop else { continue }
            if endingOnly, SignalSet.bit(signal) & SignalInbox.endingBits == 0 { continue }
            let current = SignalActions.current(signal)
            if current == .ignored, signal != SIGWINCH, signal != SIGCONT { continue }
            // A library that waits for children in a handler keeps its handler.
            if current == .handled, signal == SIGCHLD { continue }
            SignalActions.shared.replace(signal) { signal, info, _ in
                SignalInbox.shared.receive(signal, code: info?.pointee.si_code ?? 0)
            }
        }
    }

    /// Uses another bell for the next signals.
    func use(_ timer: TimerDescriptor) {
        bell.store(timer.descriptor.number, ordering: .releasing)
    }

    /// Stops ringing the bell.
    func remove() {
        bell.store(-1, ordering: .releasing)
    }

    /// Returns the signals that have arrived since the last call.
    func drain() -> SignalSet {
        SignalSet(bits: pending.exchange(0, ordering: .acquiringAndReleasing))
    }

    /// Whether a signal that ends programs is waiting.
    var hasEnding: Bool {
        pending.load(ordering: .relaxed) & SignalInbox.endingBits != 0
    }

    /// The signal that ends programs and waits, if there is one.
    var ending: Int32? {
        let bits = pending.load(ordering: .relaxed)
        return [SIGTERM, SIGHUP, SIGINT, SIGQUIT].first { bits & SignalSet.bit($0) != 0 }
    }

    /// Chooses whether a signal that ends programs does so in its handler, because the main actor hangs.
    func setEndsAtOnce(_ endsAtOnce: Bool) {
        self.endsAtOnce.store(endsAtOnce, ordering: .releasing)
    }

    /// Records that the program ends in order: a signal that comes when it should be over ends it at once.
    ///
    /// The first signals of an end may come twice, from a shell and from a terminal.
    func beginEnd() {
        endBegin.store(MonotonicClock.coarse(), ordering: .releasing)
    }

    /// Whether the program's end has begun, and has taken longer than a time in nanoseconds.
    func isEnding(forLongerThan time: UInt64) -> Bool {
        let begin = endBegin.load(ordering: .acquiring)
        return begin != 0 && MonotonicClock.coarse() &- begin > time
    }

    /// The time in nanoseconds after which the end is late.
    private static var endPatience: UInt64 { 250_000_000 }

    /// Records a signal; called in its handler.
    func receive(_ signal: Int32, code sender: Int32) {
        if sender > 0, signal == SIGTTIN || signal == SIGTTOU {
            // Something in this process reads or writes in the background, and would do so again at once.
            return SignalActions.sendWithDefaultAction(signal)
        }
        // A copy of the program that `fork` made shares the bell, and nobody there looks at the signal.
        guard TerminalRescue.shared.record.isOwn || !TerminalRescue.shared.record.isPlanned else {
            return SignalActions.sendWithDefaultAction(signal)
        }
        let code = errno
        let bit = SignalSet.bit(signal)
        pending.bitwiseOr(bit, ordering: .acquiringAndReleasing)
        if signal == SIGCONT { continuations.add(1, ordering: .relaxed) }
        // A timer that was due long ago is readable at once.
        let hasRung = TimerDescriptor(Descriptor(bell.load(ordering: .acquiring))).set(BootTime(nanoseconds: 1))
        // The main actor would learn of it late, or never: it hangs, or other code has closed the bell.
        let endsAtOnce = endsAtOnce.load(ordering: .acquiring) || isEnding(forLongerThan: SignalInbox.endPatience)
        if bit & SignalInbox.endingBits != 0, !hasRung || endsAtOnce {
            TerminalRescue.shared.restore(afterCrash: true)
            ProcessJournal.recordKill()
            ProcessJournal.printCrashMessage(killedBy: signal, isAwaited: endsAtOnce)
            SignalActions.end(by: signal)
        }
        errno = code
    }

    // Computed, because the first use of a stored global takes a lock, which a signal handler must not.
    private static var endingBits: UInt32 {
        SignalSet.bit(SIGTERM) | SignalSet.bit(SIGHUP) | SignalSet.bit(SIGINT) | SignalSet.bit(SIGQUIT)
    }
}

// MARK: - Stopping

extension SignalInbox {
    /// Stops the process group as control-Z does, and returns when it continues; returns false if nothing stopped it.
    ///
    /// The kernel refuses to stop a group that no shell could continue: an
    /// orphaned one, which the terminal runs directly. This then returns at once;
    /// SIGSTOP would work, but forever.
    func stopGroup() -> Bool {
        guard !ignoresStop.load(ordering: .relaxed) else { return false }
        let before = continuations.load(ordering: .relaxed)
        var ours = sigaction()
        sigaction(SIGTSTP, nil, &ours)
        // The other processes first. Ignoring the signal around the call drops the copy that this process gets,
        // which another thread would receive at an unknown time.
        SignalActions.set(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        SignalActions.set(SIGTSTP, SIG_IGN)
        SignalActions.sendWithDefaultAction(SIGTSTP)
        sigaction(SIGTSTP, &ours, nil)
        return waitForContinuation(after: before)
    }

    /// Waits, stopped, until the shell puts the program in the foreground.
    ///
    /// The kernel does the same to a process that changes the terminal from the
    /// background, but not on Dispatch's threads, which block the signal. Returns
    /// early if a signal asks the program to end, or if nothing stops it.
    func waitForForeground(of device: TerminalDevice) {
        while !device.isForeground, !hasEnding {
            let before = continuations.load(ordering: .relaxed)
            StopGate.shared.stop { SignalActions.sendWithDefaultAction(SIGTTOU) }
            guard waitForContinuation(after: before) else { return }
        }
    }

    /// Waits up to 200 ms for SIGCONT, which another thread may handle a moment after this one continues.
    private func waitForContinuation(after before: Int) -> Bool {
        for _ in 0..<200 {
            if continuations.load(ordering: .relaxed) != before {
                pending.bitwiseAnd(~SignalSet.bit(SIGCONT), ordering: .acquiringAndReleasing)
                return true
            }
            poll(nil, 0, 1)
        }
        return false
    }
}
