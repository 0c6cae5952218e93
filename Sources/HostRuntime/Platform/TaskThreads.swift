internal import Dispatch
internal import Synchronization

/// The threads that run code outside actors: `@concurrent` functions, detached tasks, child tasks.
///
/// By default the concurrency runtime passes these jobs to Dispatch's global
/// queues, and Dispatch then wakes up once a second, for as long as the process
/// lives, to check whether they need more threads. These threads wait without a
/// timeout instead. Jobs start in order, whatever their priority. A job that blocks
/// its thread keeps it: the number of threads never exceeds the limit.
///
/// Blocks on a global queue of Dispatch still run there.
final class TaskThreads: Sendable {
    /// A job, with the activity that counts it or the executor that its task prefers, and the plugin it belongs to.
    enum Job {
        case counted(TaskActivity.Job, in: TaskActivity?)
        case outside(UnownedJob, UnownedTaskExecutor, CallEntry)
    }

    /// The threads of this process; a test process has more, because tests block theirs.
    static let shared = TaskThreads(limit: max(TaskOwners.hasManyHosts ? 8 : 4, SystemThread.parallelCount))

    /// The threads of work that may wait for a server or a disk: more of them, each started when it's needed.
    static let outside = TaskThreads(limit: 64)

    private let queue: Mutex<TaskQueue<Job>>
    private let waiting = DispatchSemaphore(value: 0)
    private let sleepers = Mutex(Sleepers())
    private let alarm = DispatchSemaphore(value: 0)
    private let start = ContinuousClock.now
    private let hasBegun = Atomic(false)

    init(limit: Int) {
        queue = Mutex(TaskQueue(limit: limit))
    }

    var isRunning: Bool { hasBegun.load(ordering: .acquiring) }

    // MARK: - Jobs

    /// Runs a job as soon as a thread is free and its activity allows.
    func run(_ job: UnownedJob) {
        let counted = TaskActivity.Job(job, onMainActor: false)
        if let activity = TaskOwners.activity(of: job) {
            activity.run(counted)
        } else {
            run(.counted(counted, in: nil))
        }
    }

    func run(_ job: Job) {
        let needsThread = queue.withLock { $0.add(job) }
        waiting.signal()
        // The first thread exists from the start, so a job runs even if no further thread can be started.
        if needsThread, !startThread() { queue.withLock { $0.threads -= 1 } }
    }

    /// Allows one more thread, in place of one that a job blocks.
    func replaceBlockedThread() {
        queue.withLock { $0.replaceBlockedThread() }
    }

    /// Starts the first thread; returns false if the system can't.
    func begin() -> Bool {
        guard startThread() else { return false }
        queue.withLock { $0.threads += 1 }
        hasBegun.store(true, ordering: .releasing)
        return true
    }

    private func startThread() -> Bool {
        SystemThread.start { self.runJobs() }
    }

    private func runJobs() {
        // The concurrency runtime's executor of code outside actors: two words of zero, without a public name.
        let generic = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
        ThreadCalls.join()
        while true {
            queue.withLock { $0.wait() }
            waiting.wait()
            switch queue.withLock({ $0.popJob() }) {
            case .counted(let job, let activity):
                activity?.begin(job)
                ThreadCalls.run(job.entry, on: ThreadCalls.current) { job.job.runSynchronously(on: generic) }
                activity?.finish(job)
            case .outside(let job, let executor, let entry):
                ThreadCalls.run(entry, on: ThreadCalls.current) { job.runSynchronously(on: executor) }
            case nil: break
            }
        }
    }

    // MARK: - Jobs that sleep first

    private struct Sleepers {
        var timers = TimerQueue<UnownedJob>()
        var hasThread = false
    }

    /// Runs a job after a delay, for `Task.sleep`; runs it at once if no thread can be started to wait.
    func run(_ job: UnownedJob, after delay: Duration) {
        let deadline = now + max(.zero, min(delay, TaskThreads.longestSleep))
        let isScheduled = sleepers.withLock { sleepers in
            if !sleepers.hasThread { sleepers.hasThread = SystemThread.start { self.keepTime() } }
            if sleepers.hasThread { _ = sleepers.timers.add(job, at: deadline) }
            return sleepers.hasThread
        }
        if isScheduled { alarm.signal() } else { run(job) }
    }

    /// A century, which can be added to any moment without overflow.
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
                // Rounded up, so that no job runs too early.
                _ = alarm.wait(timeout: .now() + .nanoseconds(Int((next - now) / .nanoseconds(1)) + 1))
            } else {
                alarm.wait()
            }
        }
    }
}
