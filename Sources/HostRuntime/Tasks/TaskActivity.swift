internal import Dispatch
internal import Synchronization

/// The jobs of a host's tasks: an exact count of them, and the order in which they run.
///
/// A task that can continue has a job, which runs or waits for a thread. A task
/// that waits for a timer, an answer or another task has none. A program without
/// jobs therefore has nothing to do at the moment, and `waitUntilIdle` returns
/// exactly then.
///
/// In a terminal, jobs run as soon as a thread is free. Once `runInOrder` has
/// been called, one job runs at a time, on the main actor or off it, and the next
/// is the one that was added first: a scripted run then has one outcome. Without
/// the executors that count (`TaskExecutors.areExact`), a wait takes `plainTurns`
/// turns, and nothing is ordered.
///
/// Work that `OutsideExecutor` runs off the main actor is not among the jobs.
final class TaskActivity: Sendable {
    /// The jobs that a wait includes.
    enum Scope {
        /// The jobs of the main actor.
        case mainActor
        /// All jobs.
        case everywhere
    }

    /// A job, and the executor that it belongs to.
    struct Job {
        let job: UnownedJob
        let isOnMainActor: Bool
        /// Whether the job is of a task of the program's own, and runs on the main thread in any case.
        let isOwn: Bool
        /// The plugin whose code the job runs.
        let entry: CallEntry
        /// The number of the job where jobs run in order; 0 elsewhere.
        fileprivate var number = 0
        /// The owner of the code that added the job, where jobs run in order.
        fileprivate var owner = Owner.host

        init(_ job: UnownedJob, onMainActor isOnMainActor: Bool) {
            self.job = job
            self.isOnMainActor = isOnMainActor
            isOwn = MainThread.isOwn(job)
            entry = TaskCalls.entry(of: job)
        }
    }

    fileprivate struct Waiter {
        let scope: Scope
        let limit: Int
        let resume: @Sendable (_ isIdle: Bool) -> Void
    }

    fileprivate struct State {
        var isOrdered = false
        /// The jobs that run or that an executor has been given.
        var started = (main: 0, other: 0)
        /// The jobs that wait for the one that runs, in order.
        var queue = RingBuffer<Job>()
        var queuedMainJobs = 0
        var lastNumber = 0
        /// The job that was started last, in order.
        var current: Job?
        /// Whether that job has its thread, and hasn't ended.
        var isCurrentRunning = false
        /// The owner of the last job before a wait ended at its limit.
        var restlessOwner = Owner.host
        /// The numbers of jobs that are left running, and no longer count.
        var abandoned: Set<Int> = []
        /// The number of the job that ran at the last check; nil while no check is due.
        var checkedNumber: Int?
        var onStall: StallHandler?
        /// The number of the last job on the main actor whose stall was reported.
        var reportedNumber = 0
        /// The number of jobs that have run since the last wait ended.
        var finishedJobs = 0
        var waiters: [Waiter] = []
        /// The tasks that `TaskActivities` has assigned to this activity.
        var tasks: [UInt64] = []
    }

    fileprivate struct StallHandler {
        let body: @Sendable (Owner, _ isOnMainActor: Bool) -> Void
    }

    /// The activity of a program, which has one host.
    static let program = TaskActivity()

    /// The real time after which a job that blocks its thread no longer holds up the others.
    static let stallLimit = Duration.seconds(10)

    /// The turns that a wait takes where no jobs are counted: each leaves the main actor and comes back behind what waits.
    static let plainTurns = 100

    /// The surroundings of code without a host, such as a type's static members, while a task of this activity runs it.
    let surroundings = Mutex<(any Sendable)?>(nil)

    private let state = Mutex(State())

    // MARK: - Waiting

    /// Waits until no job is left but the caller's.
    ///
    /// Returns false if more jobs than the limit have run meanwhile, because some
    /// task never rests. Of several callers, the last one continues first, and the
    /// others when it has nothing left to do either.
    @MainActor @discardableResult func waitUntilIdle(_ scope: Scope = .everywhere, within limit: Int) async -> Bool {
        TaskActivities.assignCurrentTask(to: self)
        guard TaskExecutors.areExact else {
            for _ in 0..<TaskActivity.plainTurns { await TaskActivity.takeTurn() }
            return true
        }
        repeat {
            let isIdle = await withCheckedContinuation { continuation in
                let next = state.withLock { state in
                    if state.waiters.isEmpty { state.finishedJobs = 0 }
                    state.waiters.append(
                        Waiter(scope: scope, limit: limit) { continuation.resume(returning: $0) }
                    )
                    return state.popWaiter()
                }
                next?()
            }
            guard isIdle else { return false }
            // Another thread may have added a job meanwhile. The job that runs now is the caller's.
        } while state.withLock { $0.jobs(in: scope) > 1 }
        return true
    }

    /// Leaves the main actor, and returns behind what waits there.
    @concurrent private static func takeTurn() async {
        // The compiler leaves a change of executors out where nothing runs on the other one.
        await Task.yield()
    }

    /// Whether no job is left; the caller must not be one.
    ///
    /// Always true where no jobs are counted.
    var isIdle: Bool { state.withLock { $0.jobs(in: .everywhere) == 0 } }

    // MARK: - Running jobs

    /// Runs a job: at once, or in its turn.
    func run(_ job: Job) {
        let owner = state.withLock(\.isOrdered) ? JournalNames.owner(job.entry.owner) ?? .host : .host
        let (job, needsCheck) = state.withLock { state in
            (state.add(job, of: owner), state.beginChecking())
        }
        if let job { start(job) }
        if needsCheck { checkLater() }
    }

    /// Records that a job has got its thread.
    func begin(_ job: Job) {
        guard job.number != 0 else { return }
        state.withLock { if job.number == $0.current?.number { $0.isCurrentRunning = true } }
    }

    /// Records the end of a job, and starts the next one.
    func finish(_ job: Job) {
        let (next, waiter) = state.withLock { state in
            state.finish(job) ? (state.startNext(), state.popWaiter()) : (nil, nil)
        }
        if let next { start(next) }
        waiter?()
    }

    private func start(_ job: Job) {
        if job.isOnMainActor || job.isOwn {
            TaskExecutors.runOnMainThread(job, of: self)
        } else {
            TaskThreads.shared.run(.counted(job, in: self))
        }
    }

    // MARK: - Jobs in order

    /// The owner of the last job before a wait gave up on tasks that never rest, where jobs run in order.
    var restlessOwner: Owner { state.withLock(\.restlessOwner) }

    /// Runs one job at a time from now on, in the order in which they are added.
    ///
    /// A job that blocks its thread for longer than `stallLimit` is left alone: it
    /// no longer counts, and the handler is called with its owner, on any thread.
    /// One that blocks the main actor can't be left alone; the jobs off the main
    /// actor, which it may wait for, then run beside it and no longer count.
    func runInOrder(onStall: @escaping @Sendable (Owner, _ isOnMainActor: Bool) -> Void) {
        state.withLock { state in
            state.isOrdered = true
            state.onStall = StallHandler(body: onStall)
        }
    }

    /// Starts the jobs that wait for their turn, and from now on each job at once.
    func endOrder() {
        let jobs = state.withLock { $0.endOrder() }
        for job in jobs { start(job) }
    }

    /// Leaves a job alone that has run since the last check; returns false when no further check is needed.
    @discardableResult func checkForStall() -> Bool {
        let (stall, next, waiter, isChecking) = state.withLock { state in
            let stall = state.findStall()
            let next = stall == nil ? nil : state.startNext()
            return (stall, next, stall == nil ? nil : state.popWaiter(), state.continueChecking())
        }
        if let stall {
            if !stall.isOnMainActor { TaskThreads.shared.replaceBlockedThread() }
            stall.handler?.body(stall.owner, stall.isOnMainActor)
            for job in stall.jobs { start(job) }
        }
        if let next { start(next) }
        waiter?()
        return isChecking
    }

    private func checkLater() {
        // Once one job has blocked its thread, the next ones most likely do, too.
        let limit = state.withLock(\.abandoned).isEmpty ? TaskActivity.stallLimit : .seconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + limit.seconds) { [weak self] in
            if let self, checkForStall() { checkLater() }
        }
    }

    // MARK: - The tasks of this activity

    func recordTask(_ id: UInt64) {
        state.withLock { $0.tasks.append(id) }
    }

    /// Removes and returns the tasks, which then belong to no host.
    func removeTasks() -> [UInt64] {
        state.withLock { state in
            defer { state.tasks = [] }
            return state.tasks
        }
    }
}

extension TaskActivity.State {
    fileprivate func jobs(in scope: TaskActivity.Scope) -> Int {
        let main = started.main + queuedMainJobs
        return scope == .mainActor ? main : main + started.other + queue.count - queuedMainJobs
    }

    /// Adds a job; returns it if it starts now.
    fileprivate mutating func add(_ job: TaskActivity.Job, of owner: Owner) -> TaskActivity.Job? {
        guard isOrdered else {
            count(1, job)
            return job
        }
        lastNumber += 1
        var job = job
        (job.number, job.owner) = (lastNumber, owner)
        queue.append(job)
        if job.isOnMainActor { queuedMainJobs += 1 }
        return startNext()
    }

    /// Removes the next job from the queue if none runs, and counts it as started.
    fileprivate mutating func startNext() -> TaskActivity.Job? {
        guard started == (0, 0), let job = queue.popFirst() else { return nil }
        if job.isOnMainActor { queuedMainJobs -= 1 }
        count(1, job)
        (current, isCurrentRunning) = (job, false)
        return job
    }

    /// Ends the order; removes the jobs from the queue, and counts them as started.
    fileprivate mutating func endOrder() -> [TaskActivity.Job] {
        isOrdered = false
        var jobs: [TaskActivity.Job] = []
        while let job = queue.popFirst() {
            count(1, job)
            jobs.append(job)
        }
        queuedMainJobs = 0
        return jobs
    }

    /// Counts a job as finished; returns false for one that no longer counted.
    fileprivate mutating func finish(_ job: TaskActivity.Job) -> Bool {
        if !abandoned.isEmpty, abandoned.remove(job.number) != nil { return false }
        count(-1, job)
        finishedJobs += 1
        if job.number == current?.number { isCurrentRunning = false }
        return true
    }

    private mutating func count(_ change: Int, _ job: TaskActivity.Job) {
        if job.isOnMainActor { started.main += change } else { started.other += change }
    }

    /// Removes the waiter that continues now, if any, and returns a closure that continues it.
    fileprivate mutating func popWaiter() -> (@Sendable () -> Void)? {
        guard let last = waiters.indices.last else { return nil }
        // Input that waits for the main actor first: it gives the others something to wait for.
        let idle =
            waiters.lastIndex { $0.scope == .mainActor && jobs(in: .mainActor) == 0 }
            ?? waiters.lastIndex { jobs(in: $0.scope) == 0 }
        guard let index = idle ?? (finishedJobs > waiters[last].limit ? last : nil) else { return nil }
        finishedJobs = 0
        if idle == nil { restlessOwner = current?.owner ?? .host }
        let isIdle = idle != nil
        return { [resume = waiters.remove(at: index).resume] in resume(isIdle) }
    }

    // MARK: - Stalls

    /// Returns true if checks must begin, because a job waits or runs in order.
    fileprivate mutating func beginChecking() -> Bool {
        guard isOrdered, checkedNumber == nil else { return false }
        checkedNumber = 0
        return true
    }

    /// Remembers the job that runs for the next check; returns false if none is left.
    fileprivate mutating func continueChecking() -> Bool {
        checkedNumber = jobs(in: .everywhere) == 0 ? nil : isCurrentRunning ? current?.number : 0
        return checkedNumber != nil
    }

    /// Returns the stall that a check has found, and what it frees.
    ///
    /// The main actor's thread can't be replaced. If a job there blocks, it may wait
    /// for jobs off the main actor, which therefore all start, and no longer count.
    fileprivate mutating func findStall() -> TaskActivity.Stall? {
        guard let current, isCurrentRunning, current.number == checkedNumber else { return nil }
        guard current.isOnMainActor else {
            abandoned.insert(current.number)
            isCurrentRunning = false
            count(-1, current)
            return TaskActivity.Stall(owner: current.owner, isOnMainActor: false, handler: onStall)
        }
        var (freed, rest) = ([TaskActivity.Job](), RingBuffer<TaskActivity.Job>())
        while let job = queue.popFirst() {
            guard job.isOnMainActor else {
                freed.append(job)
                abandoned.insert(job.number)
                continue
            }
            rest.append(job)
        }
        queue = rest
        // Told once: later checks find the same job.
        let isNew = reportedNumber != current.number
        reportedNumber = current.number
        return TaskActivity.Stall(
            owner: current.owner,
            isOnMainActor: true,
            handler: isNew ? onStall : nil,
            jobs: freed
        )
    }
}

extension TaskActivity {
    /// A job that blocks its thread.
    fileprivate struct Stall {
        let owner: Owner
        let isOnMainActor: Bool
        let handler: StallHandler?
        /// The jobs that start although another one runs.
        var jobs: [Job] = []
    }
}
