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
        /// Called once the main thread answers again.
        let onRecovery: @Sendable (Duration) -> Void
    }

    /// The time at which the newest turn began.
    private static let turn = Atomic<UInt64>(0)
    private static let isIdle = Atomic(false)
    private static let isResting = Atomic(false)
    private static let bell = DispatchSemaphore(value: 0)

    /// Starts the thread, which runs as long as the process; call it once.
    static func start(_ handler: Handler) {
        beginTurn()
        _ = SystemThread.start { watch(handler) }
    }

    // MARK: - Called on the main thread

    /// Records that the main thread begins something new.
    static func beginTurn() {
        turn.store(RunningCode.clock(), ordering: .relaxed)
    }

    /// Records that the main thread waits for something to do.
    static func beginIdle() {
        isIdle.store(true, ordering: .sequentiallyConsistent)
    }

    /// Records that the main thread has something to do.
    static func endIdle() {
        isIdle.store(false, ordering: .sequentiallyConsistent)
        beginTurn()
        if isResting.load(ordering: .sequentiallyConsistent) { bell.signal() }
    }

    // MARK: - On the watchdog's thread

    private static func watch(_ handler: Handler) {
        var detector = HangDetector(at: now)
        while true {
            SystemThread.pause(for: max(.zero, detector.nextLook - now))
            switch detector.handle(look) {
            case .answers: break
            case .hangs(let time): handler.onHang(time)
            case .answersAgain(let time): handler.onRecovery(time)
            case .rests:
                isResting.store(true, ordering: .sequentiallyConsistent)
                // The main thread either sees that, or has ended its idle time before.
                if isIdle.load(ordering: .sequentiallyConsistent) { bell.wait() }
                isResting.store(false, ordering: .sequentiallyConsistent)
                detector = HangDetector(at: now)
            }
        }
    }

    private static var now: Duration {
        duration(RunningCode.clock())
    }

    private static var look: HangDetector.Look {
        // Read before the time, so that nothing begins after the look.
        let turn = turn.load(ordering: .relaxed)
        let call = RunningCode.mainStack.outermost?.begin
        let isIdle = isIdle.load(ordering: .relaxed)
        return HangDetector.Look(time: now, turn: duration(turn), call: call.map(duration), isIdle: isIdle)
    }

    private static func duration(_ nanoseconds: UInt64) -> Duration {
        .nanoseconds(Int64(truncatingIfNeeded: nanoseconds))
    }

    /// The innermost call that has held the main thread for long enough to be named; nil if none has.
    static var culprit: CallStack.Call? {
        RunningCode.mainStack.innermost(begunBefore: RunningCode.clock() &- SlowCalls.limit)
    }
}
