internal import Dispatch
internal import Glibc
internal import Synchronization

/// The threads that run code outside actors: `@concurrent` functions, detached tasks, child tasks.
///
/// By default the concurrency runtime passes these jobs to Dispatch's global
/// queues, and Dispatch then wakes up once a second, for as long as the process
/// lives, to check whether they need more threads. These threads wait without a
/// timeout instead. Jobs start in order, whatever their priority. A job that blocks
/// its thread keeps it. Once all threads are blocked for a while, and jobs wait, there are more.
///
/// Blocks on a global queue of Dispatch still run there.
final class TaskThreads: Sendable {
    /// A job, with the activity that counts it or the executor that its task prefers, and the plugin it belongs to.
    enum Job {
        case counted(TaskActivity.Job, in: TaskActivity?)
        case outside(UnownedJob, UnownedTaskExecutor, CallEntry)
    }

    /// The threads of this process; a test process has more, because tests block theirs.
    static let shared = TaskThreads(limit: max(TaskActivities.hasManyHosts ? 8 : 4, SystemThread.parallelCount))

    /// The threads of work that may wait for a server or a disk: more of them, each started when it's needed.
    static let outside = TaskThreads(limit: 64)

    private let queue: Mutex<TaskQueue<Job>>
    private let waiting = DispatchSemaphore(value: 0)
    private let sleepers = Mutex(Sleepers())
    private let start = BootTime.now
    private let suspendingStart = SuspendingClock.now
    private let hasBegun = Atomic(false)

    init(limit: Int) {
        queue = Mutex(TaskQueue(limit: limit))
    }

    var isRunning: Bool { hasBegun.load(ordering: .acquiring) }

    // MARK: - Jobs

    /// Runs a job as soon as a thread is free and its activity allows.
    func run(_ job: UnownedJob) {
        let counted = TaskActivity.Job(job, onMainActor: false)
        if let activity = TaskActivities.activity(of: job) {
            activity.run(counted)
        } else {
            run(.counted(counted, in: nil))
        }
    }

    func run(_ job: Job) {
        let (needsThread, needsWatch) = queue.withLock { ($0.add(job), $0.beginWatch()) }
        waiting.signal()
        // The first thread exists from the start, so a job runs even if no further thread can be started.
        if needsThread { startCountedThread() }
        if needsWatch, !SystemThread.start({ self.watch() }) { queue.withLock { $0.endWatch() } }
    }

    private func startCountedThread() {
        if !startThread() { queue.withLock { $0.threads -= 1 } }
    }

    // MARK: - Blocked threads

    /// Called on any thread when all threads are blocked, with the number of them; others have been started.
    let onStall = Mutex(StallHandler())

    struct StallHandler: Sendable {
        var body: @Sendable (_ blocked: Int) -> Void = { _ in }
    }

    /// The time after which threads that take no further job count as blocked.
    static let stallLimit = Duration.seconds(2)

    /// Starts more threads each time that all have been blocked for a while, until no job waits for one.
    private func watch() {
        while true {
            SystemThread.pause(for: TaskThreads.stallLimit)
            switch queue.withLock({ $0.checkForStall() }) {
            case .none: return
            case .moves: break
            case .stalled(let blocked, let added):
                onStall.withLock(\.body)(blocked)
                for _ in 0..<added { startCountedThread() }
            }
        }
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
        while true {
            queue.withLock { $0.wait() }
            waiting.wait()
            ThreadCalls.join()
            switch queue.withLock({ $0.popJob() }) {
            case .counted(let job, let activity):
                activity?.begin(job)
                ThreadCalls.run(job.entry, on: ThreadCalls.current) {
                    job.job.runSynchronously(on: TaskExecutors.noActor)
                }
                activity?.finish(job)
            case .outside(let job, let executor, let entry):
                ThreadCalls.run(entry, on: ThreadCalls.current) { job.runSynchronously(on: executor) }
            case nil: break
            }
        }
    }

    // MARK: - Jobs that sleep first

    private struct Sleepers {
        var queue = SleepQueue<UnownedJob>()
        var alarm: WakeUpTimer?
        /// The number of the thread that waits for the alarm; 0 before the first one.
        var keeper = 0
    }

    /// Runs a job after a delay, for `Task.sleep`; runs it at once if no descriptor or thread is left to wait.
    ///
    /// The delay is one of the continuous clock, which runs while the machine
    /// sleeps, or of the suspending one. Neither follows the calendar time.
    func run(_ job: UnownedJob, after delay: Duration, isSuspending: Bool = false) {
        let isScheduled = sleepers.withLock { sleepers in
            guard sleepers.alarm != nil || startKeeper(&sleepers) else { return false }
            sleepers.queue.add(job, for: delay, isSuspending: isSuspending, at: now)
            setAlarm(&sleepers)
            return true
        }
        if !isScheduled { run(job) }
    }

    private var now: SleepQueue<UnownedJob>.Reading {
        SleepQueue.Reading(continuous: BootTime.now - start, suspending: suspendingStart.duration(to: .now))
    }

    /// Sets the alarm for the next job; the thread that waits for it wakes then, and not now.
    private func setAlarm(_ sleepers: inout Sleepers) {
        let deadline = sleepers.queue.nextDeadline.map { start + $0 }
        guard sleepers.alarm?.set(deadline) == false else { return }
        // Other code has closed the descriptor. The thread that polls it may never learn that, so another one waits.
        guard startKeeper(&sleepers) else { LostDescriptor.endProgram() }
        _ = sleepers.alarm?.set(deadline)
    }

    /// Starts a thread that waits for a new alarm, in place of the one before.
    private func startKeeper(_ sleepers: inout Sleepers) -> Bool {
        guard let alarm = try? WakeUpTimer(above: 200) else { return false }
        let keeper = sleepers.keeper + 1
        guard SystemThread.start({ self.keepTime(with: Descriptor(alarm.number), as: keeper) }) else {
            alarm.close()
            return false
        }
        sleepers.alarm = alarm
        sleepers.keeper = keeper
        return true
    }

    private func keepTime(with alarm: Descriptor, as keeper: Int) {
        var isCurrent = true
        while isCurrent {
            _ = alarm.isReady(for: .reading, within: -1)
            isCurrent = sleepers.withLock { sleepers in
                guard sleepers.keeper == keeper else { return false }
                sleepers.alarm?.doubt()
                while let job = sleepers.queue.popDue(at: now) { run(job) }
                setAlarm(&sleepers)
                return sleepers.keeper == keeper
            }
        }
    }
}
