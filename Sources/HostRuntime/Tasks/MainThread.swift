internal import Dispatch
internal import Synchronization

/// Runs the main actor on the main thread, as in a program with a run loop.
///
/// On Linux, an asynchronous `main` without Foundation's run loop ends in
/// `dispatch_main`, which hands the main queue to threads of the pool. The main
/// actor would then have no fixed thread, or have one only if some plugin
/// happens to link Foundation. Work that belongs to no actor runs on
/// `TaskThreads`.
///
/// The main actor's jobs wait here and not on Dispatch's main queue, which runs
/// until it's empty: jobs that start others would keep the loop from its input
/// for ever.
enum MainThread {
    /// The time in nanoseconds after which no further job begins before the loop has looked for input: half a frame's.
    private static let turnTime: UInt64 = 8_000_000

    /// The number of waiting jobs from which on other threads that add some are slowed.
    private static let jobLimit = 100_000

    private struct Job {
        let job: TaskActivity.Job
        let activity: TaskActivity?
    }

    private static let jobs = Mutex(MainJobs<Job>())
    private static let isRunning = Atomic(false)

    /// Runs an asynchronous body on the main actor and returns its result.
    ///
    /// Call this once, on the main thread, and not from a task. Throws if the system
    /// has no thread or no descriptor left for it.
    @MainActor static func run<Result: Sendable>(
        _ body: @escaping @MainActor () async -> Result
    ) throws(SystemError) -> Result {
        guard TaskExecutors.install() else { throw .noThread }
        let loop = MainLoop.start()
        // Dispatch ends the program if it gets no descriptor for the main queue.
        try Descriptor.standardInput.duplicate().close()
        isRunning.store(true, ordering: .releasing)
        let outcome = Outcome<Result>()
        startOwnTask { outcome.result = await body() }
        while true {
            mainQueueCallback(nil)
            let hasJobs = runJobs()
            if let result = outcome.result { return result }
            loop.wait(with: Descriptor(mainQueueHandle()), hasJobs: hasJobs)
        }
    }

    /// Calls a closure in the main thread's next turn, before all jobs.
    static func perform(_ body: @escaping @MainActor () -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated(body) }
    }

    @MainActor private final class Outcome<Result> {
        var result: Result?
    }

    // MARK: - Jobs

    /// Adds a job of the main actor or of the program's own tasks; returns false where the main thread isn't run here.
    static func add(_ job: TaskActivity.Job, of activity: TaskActivity?) -> Bool {
        guard isRunning.load(ordering: .acquiring) else { return false }
        let (isFirst, count) = jobs.withLock { jobs in
            (jobs.add(Job(job: job, activity: activity), isOwn: job.isOwn), jobs.count)
        }
        // The loop itself looks for jobs before it waits.
        guard isFirst || count > jobLimit, !ThreadCalls.isMain else { return true }
        if isFirst { DispatchQueue.main.async {} } else { SystemThread.pause(for: .milliseconds(1)) }
        return true
    }

    /// Runs jobs for a while; returns whether some are left.
    @MainActor private static func runJobs() -> Bool {
        let end = MonotonicClock.coarse() + turnTime
        while let next = jobs.withLock({ $0.popFirst() }) {
            vote.add(next.job.entry)
            TaskExecutors.perform(next.job, of: next.activity)
            if MonotonicClock.coarse() >= end { break }
        }
        let isLeft = !jobs.withLock { $0.isEmpty }
        if isLeft {
            Watchdog.beginBusy(with: vote.candidate ?? CallEntry.none)
        } else {
            vote = MajorityVote()
            Watchdog.endBusy()
        }
        return isLeft
    }

    @MainActor private static var vote = MajorityVote<CallEntry>()

    // MARK: - The program's own tasks

    private static let ownTasks = Mutex<[UInt64]>([])
    private static let startsOwnTask = Atomic(false)

    /// Starts a task of the program's own, such as the one that reads input.
    ///
    /// After each wait, the concurrency runtime continues a task on the threads
    /// for tasks, from which it comes back to its actor. All steps of this one run
    /// on the main thread instead, before the jobs of others: no task that blocks
    /// its thread, and no number of tasks, keeps the program from its end.
    @MainActor static func startOwnTask(_ body: @escaping @MainActor () async -> Void) {
        startsOwnTask.store(true, ordering: .relaxed)
        Task { @MainActor in
            await body()
            let id = TaskActivities.currentTask
            ownTasks.withLock { $0.removeAll { $0 == id } }
        }
        startsOwnTask.store(false, ordering: .relaxed)
    }

    /// Whether a job that is passed to an executor belongs to a task of the program's own.
    static func isOwn(_ job: UnownedJob) -> Bool {
        guard isRunning.load(ordering: .relaxed) else { return false }
        let id = jobTaskID(job)
        let isNew = startsOwnTask.load(ordering: .relaxed) && ThreadCalls.isMain
        return ownTasks.withLock { tasks in
            if isNew { tasks.append(id) }
            return tasks.contains(id)
        }
    }
}

// Foundation's run loop on Linux drains the main queue with these two functions: libdispatch exports
// them for it, and no header declares them. The first returns an eventfd that is readable while the
// queue has work; the second runs that work.
@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueHandle() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func mainQueueCallback(_ message: UnsafeMutableRawPointer?)

/// The jobs that wait for the main thread, in order; a pure value.
///
/// The program's own come first, so that however many others wait, the program can read its input and end.
struct MainJobs<Job>: ~Copyable {
    private var own = RingBuffer<Job>()
    private var others = RingBuffer<Job>()

    var count: Int { own.count + others.count }
    var isEmpty: Bool { count == 0 }

    /// Adds a job; returns true if it's the only one, so that the main thread must be woken.
    mutating func add(_ job: Job, isOwn: Bool) -> Bool {
        defer { if isOwn { own.append(job) } else { others.append(job) } }
        return isEmpty
    }

    /// Removes and returns the next job.
    mutating func popFirst() -> Job? { own.popFirst() ?? others.popFirst() }
}

/// Finds the element that makes up more than half of many, with memory for one; a pure value.
struct MajorityVote<Element: Equatable> {
    /// The element that makes up more than half, if one does.
    private(set) var candidate: Element?
    private var lead = 0

    mutating func add(_ element: Element) {
        if lead == 0 { candidate = element }
        lead += element == candidate ? 1 : -1
    }
}
