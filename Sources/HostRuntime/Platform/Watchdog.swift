internal import Dispatch
internal import Synchronization

/// Watches, on a thread of its own, whether the main thread answers.
///
/// The thread looks four times a second while the main thread has something to
/// do, and waits without a timeout once it has been idle for a second.
enum Watchdog {
    /// Called on the watchdog's thread.
    struct Handler: Sendable {
        /// Called about four times a second while the main thread hangs, with the time for which it has.
        let onHang: @Sendable (Duration) -> Void
        /// Called once the main thread answers again.
        let onRecovery: @Sendable (Duration) -> Void
    }

    private static let pause = Duration.milliseconds(250)

    private static let turns = Atomic<UInt64>(0)
    private static let isIdle = Atomic(false)
    private static let isResting = Atomic(false)
    private static let bell = DispatchSemaphore(value: 0)

    /// Starts the thread, which runs as long as the process; call it once.
    static func start(_ handler: Handler) {
        _ = SystemThread.start { watch(handler) }
    }

    // MARK: - Called on the main thread

    /// Records that the main thread begins something new.
    static func beginTurn() {
        turns.wrappingAdd(1, ordering: .relaxed)
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
        var detector = HangDetector()
        while true {
            SystemThread.pause(for: pause)
            switch detector.handle(look) {
            case .answers: break
            case .hangs(let time): handler.onHang(time)
            case .answersAgain(let time): handler.onRecovery(time)
            case .rests:
                isResting.store(true, ordering: .sequentiallyConsistent)
                // The main thread either sees that, or has ended its idle time before.
                if isIdle.load(ordering: .sequentiallyConsistent) { bell.wait() }
                isResting.store(false, ordering: .sequentiallyConsistent)
            }
        }
    }

    private static var look: HangDetector.Look {
        HangDetector.Look(
            time: .nanoseconds(Int64(truncatingIfNeeded: RunningCode.clock())),
            turn: turns.load(ordering: .relaxed),
            call: RunningCode.mainStack.outermost?.begin,
            isIdle: isIdle.load(ordering: .relaxed)
        )
    }

    /// The innermost call that has held the main thread for long enough to be named; nil if none has.
    static var culprit: CallStack.Call? {
        RunningCode.mainStack.innermost(begunBefore: RunningCode.clock() &- SlowCalls.limit)
    }
}
