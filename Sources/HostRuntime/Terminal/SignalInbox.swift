import Glibc
import Synchronization

/// Collects signals for the main actor: a bit for each, and a byte in a pipe as the bell.
///
/// Not Dispatch's signal sources: on Linux those block *all* signals on the
/// thread that one interrupts and never give the old action back, after which
/// SIGTSTP could not stop the program any more.
struct SignalInbox: ~Copyable, Sendable {
    static let shared = SignalInbox()

    /// How long, in seconds, a signal that ends programs may wait before a second one of its kind insists.
    static let patience = 2

    /// The signals that end a program in order.
    static let endings = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

    private let pending = Atomic<UInt32>(0)
    private let pendingSince = Atomic<Int>(0)
    private let continuations = Atomic<Int>(0)
    private let bell = Atomic<Int32>(-1)
    private let ignoresStop = Atomic<Bool>(false)

    private init() {}

    /// Installs the handlers; each signal writes a byte to the descriptor.
    ///
    /// What the program was started to ignore (`nohup`, a shell without job
    /// control) stays ignored. `SignalActions` puts back what was there.
    func install(bell descriptor: Int32) {
        pending.store(0, ordering: .relaxed)
        bell.store(descriptor, ordering: .releasing)
        ignoresStop.store(SignalActions.current(SIGTSTP) == .ignored, ordering: .relaxed)
        for signal in SignalPolicy.signals {
            let policy = SignalPolicy.of(signal)
            guard policy == .tell || policy == .stop else { continue }
            let current = SignalActions.current(signal)
            if current == .ignored, signal != SIGWINCH, signal != SIGCONT { continue }
            // Who waits for children by a handler goes on with it.
            if current == .handled, signal == SIGCHLD { continue }
            SignalActions.shared.replace(signal) { signal, info, _ in
                SignalInbox.shared.receive(signal, code: info?.pointee.si_code ?? 0)
            }
        }
    }

    /// Leaves the descriptor alone from now on.
    func remove() {
        bell.store(-1, ordering: .releasing)
    }

    /// Returns the signals that have come, as bits by number, and forgets them.
    func take() -> UInt32 {
        pending.exchange(0, ordering: .acquiringAndReleasing)
    }

    /// Whether a signal that ends programs waits.
    var hasEnding: Bool {
        let bits = pending.load(ordering: .relaxed)
        return SignalInbox.endings.contains { bits & (1 << UInt32($0)) != 0 }
    }

    private func receive(_ signal: Int32, code sender: Int32) {
        if sender > 0, signal == SIGTTIN || signal == SIGTTOU {
            // Something of this process reads or writes in the background, and would at once do so again.
            return SignalActions.sendWithDefaultAction(signal)
        }
        let code = errno
        let bit = UInt32(1) << UInt32(signal)
        let before = pending.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        if before == 0 { pendingSince.store(now.tv_sec, ordering: .relaxed) }
        if signal == SIGCONT { continuations.add(1, ordering: .relaxed) }
        if before & bit != 0, SignalInbox.isEnding(signal),
            now.tv_sec - pendingSince.load(ordering: .relaxed) >= SignalInbox.patience
        {
            // The main actor hangs, and this is the second request to end.
            TerminalRescue.shared.restore(afterCrash: true)
            SignalActions.die(by: signal)
        }
        var byte = UInt8(truncatingIfNeeded: signal)
        // A full pipe rings already.
        write(bell.load(ordering: .acquiring), &byte, 1)
        errno = code
    }

    private static func isEnding(_ signal: Int32) -> Bool {
        signal == SIGTERM || signal == SIGHUP || signal == SIGINT || signal == SIGQUIT
    }
}

// MARK: - Stopping

extension SignalInbox {
    /// Stops the process group as control-Z does, and returns when it goes on; false when nothing stopped it.
    ///
    /// The kernel refuses to stop a group that no shell could continue (an
    /// orphaned one: the terminal runs the program directly). There this returns
    /// at once; SIGSTOP would work, but for ever.
    func stopGroup() -> Bool {
        guard !ignoresStop.load(ordering: .relaxed) else { return false }
        let before = continuations.load(ordering: .relaxed)
        var ours = sigaction()
        sigaction(SIGTSTP, nil, &ours)
        // The others first. Ignoring it meanwhile, and once more, drops the copy that this process gets,
        // which another thread would take at a time of its own.
        SignalActions.set(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        SignalActions.set(SIGTSTP, SIG_IGN)
        SignalActions.sendWithDefaultAction(SIGTSTP)
        sigaction(SIGTSTP, &ours, nil)
        return waitForContinuation(after: before)
    }

    /// Waits, stopped, until the shell puts the program in the foreground.
    ///
    /// The kernel does the same to who touches the terminal's settings from the
    /// background, but not on Dispatch's threads, which block the signal. Ends
    /// early when a signal asks the program to end, or when nothing stops it.
    func waitForForeground(of device: TerminalDevice) {
        while !device.isForeground, !hasEnding {
            let before = continuations.load(ordering: .relaxed)
            StopGate.shared.stop { SignalActions.sendWithDefaultAction(SIGTTOU) }
            guard waitForContinuation(after: before) else { return }
        }
    }

    /// SIGCONT is handled on another thread, maybe a moment after this one goes on.
    private func waitForContinuation(after before: Int) -> Bool {
        for _ in 0..<200 {
            if continuations.load(ordering: .relaxed) != before {
                pending.bitwiseAnd(~(UInt32(1) << UInt32(SIGCONT)), ordering: .acquiringAndReleasing)
                return true
            }
            poll(nil, 0, 1)
        }
        return false
    }
}
