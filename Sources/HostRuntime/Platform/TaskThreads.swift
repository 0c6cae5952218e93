internal import Dispatch
internal import Glibc
internal import Synchronization

/// The threads that run what belongs to no actor: `@concurrent` functions, detached tasks, child tasks.
///
/// Left alone, the concurrency runtime gives these to Dispatch's global queues,
/// and Dispatch then looks once a second whether they need more threads, for as
/// long as the process lives. These threads wait without a time-out instead. Jobs
/// start in the order in which they come, whatever their priority. A job that
/// blocks its thread keeps it: there are never more than the limit.
///
/// Blocks on a global queue of Dispatch still run there.
final class TaskThreads: Sendable {
    /// A job, with the activity in which it counts or the executor that its task prefers.
    enum Job {
        case counted(UnownedJob, in: TaskActivity?)
        case outside(UnownedJob, UnownedTaskExecutor)
    }

    /// The threads of this process; many in a test process, because tests block theirs.
    static let shared = TaskThreads(limit: max(TaskOwners.hasManyHosts ? 64 : 4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    private let queue: Mutex<TaskQueue<Job>>
    private let waiting = DispatchSemaphore(value: 0)
    private let sleepers = Mutex(Sleepers())
    private let alarm = DispatchSemaphore(value: 0)
    private let start = ContinuousClock.now
    private let hasBegun = Atomic(false)

    init(limit: Int) {
        queue = Mutex(TaskQueue(limit: limit))
    }

    /// Whether there are threads that run jobs.
    var isRunning: Bool { hasBegun.load(ordering: .acquiring) }

    // MARK: - Jobs

    /// Runs a job as soon as a thread is free.
    func run(_ job: UnownedJob) {
        let activity = TaskOwners.activity(of: job)
        activity?.addJob(onMainActor: false)
        run(.counted(job, in: activity))
    }

    /// Runs a job as soon as a thread is free.
    func run(_ job: Job) {
        let needsThread = queue.withLock { $0.add(job) }
        waiting.signal()
        // The first thread is there since the start, so that a job never waits for one that cannot be made.
        if needsThread, !makeThread() { queue.withLock { $0.loseThread() } }
    }

    /// Makes the first thread; false when the system has none.
    func begin() -> Bool {
        guard makeThread() else { return false }
        queue.withLock { $0.countThread() }
        hasBegun.store(true, ordering: .releasing)
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
            switch queue.withLock({ $0.take() }) {
            case .counted(let job, let activity):
                job.runSynchronously(on: generic)
                activity?.finishJob(onMainActor: false)
            case .outside(let job, let executor): job.runSynchronously(on: executor)
            case nil: break
            }
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
