internal import Dispatch
internal import Synchronization

/// Watches, on a thread of its own, whether the main thread answers.
///
/// The thread looks every two seconds while the main thread has something to do,
/// more often while that hangs, and waits without a timeout once it has been idle
/// for a second.
enum Watchdog {
    /// Called on the watchdog's thread.
    struct Handler: Sendable {
        /// Called about four times a second while the main thread hangs, with the time for which it has.
        let onHang: @Sendable (Duration) -> Void
        /// Called about four times a second while the main thread answers, but never finishes its jobs.
        var onBusy: @Sendable (Duration) -> Void = { _ in }
        /// Called once the main thread answers again, or has finished its jobs.
        let onRecovery: @Sendable (Duration) -> Void
    }

    /// The time at which the newest turn began.
    private static let turn = Atomic<UInt64>(0)
    /// The time since which the main thread always has jobs left; 0 when it has none.
    private static let busySince = Atomic<UInt64>(0)
    private static let busyEntry = Atomic<UInt64>(0)
    private static let idleness = Idleness()
    private static let bell = DispatchSemaphore(value: 0)

    /// Starts the thread, which runs as long as the process; call it once.
    static func start(_ handler: Handler) {
        beginTurn()
        _ = SystemThread.start { watch(handler) }
    }

    // MARK: - Called on the main thread

    /// Records that the main thread begins a turn of its loop.
    ///
    /// A turn of many short calls keeps the loop from its input as one long call does.
    private static func beginTurn() {
        turn.store(MonotonicClock.coarse(), ordering: .relaxed)
    }

    /// Records that the main thread waits for something to do.
    static func beginIdle() {
        idleness.begin()
    }

    /// Records that the main thread has something to do.
    static func endIdle() {
        let isAwaited = idleness.end()
        beginTurn()
        if isAwaited { bell.signal() }
    }

    /// Records that a turn has left jobs to the next one, and which call most of them belong to.
    static func beginBusy(with entry: CallEntry) {
        busyEntry.store(entry.word, ordering: .relaxed)
        if busySince.load(ordering: .relaxed) == 0 { busySince.store(MonotonicClock.coarse(), ordering: .relaxed) }
    }

    /// Records that the main thread has finished its jobs.
    static func endBusy() {
        if busySince.load(ordering: .relaxed) != 0 { busySince.store(0, ordering: .relaxed) }
    }

    // MARK: - On the watchdog's thread

    private static func watch(_ handler: Handler) {
        var detector = HangDetector(at: now)
        while true {
            SystemThread.pause(for: max(.zero, detector.nextSampleTime - now))
            switch detector.handle(sample) {
            case .answers: break
            case .hangs(let time):
                // A kill from now on is blamed on the call that has lasted for so long.
                RunningCode.journal.hungAt = MonotonicClock.coarse()
                handler.onHang(time)
            case .isBusy(let time): handler.onBusy(time)
            case .answersAgain(let time): handler.onRecovery(time)
            case .rests:
                if idleness.awaitEnd() { bell.wait() }
                detector = HangDetector(at: now)
            }
        }
    }

    private static var now: Duration {
        duration(MonotonicClock.coarse())
    }

    private static var sample: HangDetector.Sample {
        // Read before the time, so that nothing begins after it.
        let turn = turn.load(ordering: .relaxed)
        let isIdle = idleness.isIdle
        let busySince = busySince.load(ordering: .relaxed)
        return HangDetector.Sample(
            time: now,
            turn: duration(turn),
            isIdle: isIdle,
            busySince: busySince == 0 ? nil : duration(busySince)
        )
    }

    private static func duration(_ nanoseconds: UInt64) -> Duration {
        .nanoseconds(Int64(truncatingIfNeeded: nanoseconds))
    }

    /// The innermost call that has held the main thread for long enough to be named; nil if none has.
    static var culprit: CallStack.Call? {
        RunningCode.mainStack.innermost(begunBefore: MonotonicClock.coarse() &- SlowCalls.limit)
    }

    /// The call that most jobs belong to while the main thread never finishes them.
    static var busiest: CallEntry { CallEntry(word: busyEntry.load(ordering: .relaxed)) }
}

extension Watchdog {
    /// Whether the main thread is idle, and whether the watchdog waits for the end of that.
    ///
    /// Only an idle thread is awaited, and only the end of its idle time ends that. So
    /// each wait gets one signal, none is lost, and none is left for a later wait.
    struct Idleness: ~Copyable, Sendable {
        private enum State: UInt8, AtomicRepresentable {
            case busy
            case idle
            case awaited
        }

        private let state = Atomic(State.busy)

        var isIdle: Bool { state.load(ordering: .relaxed) != .busy }

        /// Begins the idle time; called on the main thread.
        func begin() {
            state.store(.idle, ordering: .sequentiallyConsistent)
        }

        /// Ends the idle time; returns true if the watchdog waits for this, or is about to.
        func end() -> Bool {
            state.exchange(.busy, ordering: .sequentiallyConsistent) == .awaited
        }

        /// Requests a signal at the end of the idle time; returns false if there is none to wait for.
        func awaitEnd() -> Bool {
            state.compareExchange(expected: .idle, desired: .awaited, ordering: .sequentiallyConsistent).exchanged
        }
    }
}
