internal import Dispatch
internal import Glibc
internal import Synchronization

#if compiler(<6.4)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency
#endif

/// The threads that run what belongs to no actor: `@concurrent` functions, detached tasks, child tasks.
///
/// Left alone, the concurrency runtime gives these to Dispatch's global queues,
/// and Dispatch then looks once a second whether they need more threads, for as
/// long as the process lives. These threads wait without a time-out instead. Jobs
/// start in the order in which they come, whatever their priority. A job that
/// blocks its thread keeps it: there are never more than the limit.
///
/// Blocks that somebody puts on a global queue of Dispatch still go there, and so
/// does everything with a toolchain that lacks the door through which this comes.
final class TaskThreads: Sendable {
    static let shared = TaskThreads(limit: max(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    private let queue: Mutex<TaskQueue<UnownedJob>>
    private let waiting = DispatchSemaphore(value: 0)
    private let sleepers = Mutex(Sleepers())
    private let alarm = DispatchSemaphore(value: 0)
    private let start = ContinuousClock.now

    init(limit: Int) {
        queue = Mutex(TaskQueue(limit: limit))
    }

    // MARK: - Jobs

    /// Runs a job as soon as a thread is free.
    func run(_ job: UnownedJob) {
        let needsThread = queue.withLock { $0.add(job) }
        waiting.signal()
        // The first thread is there since the start, so that a job never waits for one that cannot be made.
        if needsThread, !makeThread() { queue.withLock { $0.loseThread() } }
    }

    /// Makes the first thread; false when the system has none.
    func begin() -> Bool {
        guard makeThread() else { return false }
        queue.withLock { $0.countThread() }
        return true
    }

    private func makeThread() -> Bool {
        SystemThread.start { self.runJobs() }
    }

    private func runJobs() {
        // The concurrency runtime's executor of no actor, whose two words are zero; no name for it is public.
        let generic = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
        while true {
            queue.withLock { $0.wait() }
            waiting.wait()
            let job = queue.withLock { $0.take() }
            job?.runSynchronously(on: generic)
        }
    }

    // MARK: - Jobs that sleep first

    private struct Sleepers {
        var timers = TimerQueue<UnownedJob>()
        var hasThread = false
    }

    /// Runs a job after a while, as `Task.sleep` asks; at once where no thread can wait for it.
    func run(_ job: UnownedJob, after delay: Duration) {
        let deadline = now + max(.zero, min(delay, TaskThreads.longestSleep))
        let isWaitedFor = sleepers.withLock { sleepers in
            if !sleepers.hasThread { sleepers.hasThread = SystemThread.start { self.keepTime() } }
            if sleepers.hasThread { _ = sleepers.timers.add(job, at: deadline) }
            return sleepers.hasThread
        }
        if isWaitedFor { alarm.signal() } else { run(job) }
    }

    /// A century, which no sum of moments overflows.
    private static let longestSleep = Duration.seconds(3_155_760_000)

    private var now: Duration { ContinuousClock.now - start }

    private func keepTime() {
        while true {
            let now = now
            let next = sleepers.withLock { sleepers in
                while let due = sleepers.timers.popDue(at: now) { run(due.payload) }
                return sleepers.timers.nextDeadline
            }
            if let next {
                // Rounded up, so that nothing wakes before its time.
                _ = alarm.wait(timeout: .now() + .nanoseconds(Int((next - now) / .nanoseconds(1)) + 1))
            } else {
                alarm.wait()
            }
        }
    }
}

// MARK: - In place of Dispatch

extension TaskThreads {
    /// Takes over what the concurrency runtime would give to Dispatch; before the process's first task.
    static func replaceDispatch() {
        #if compiler(<6.4)
        if shared.begin() { _createExecutors(factory: Executors.self) }
        #endif
    }
}

#if compiler(<6.4)
private enum Executors: ExecutorFactory {
    static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
    static var defaultExecutor: any TaskExecutor { TaskThreads.shared }
}

extension TaskThreads: TaskExecutor, SchedulingExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        run(UnownedJob(job))
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob,
        after delay: C.Duration,
        tolerance: C.Duration?,
        clock: C
    ) {
        // A clock with durations of its own cannot be read here: its sleeper looks again.
        run(UnownedJob(job), after: delay as? Duration ?? .zero)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob,
        at instant: C.Instant,
        tolerance: C.Duration?,
        clock: C
    ) {
        enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    }
}
#endif
