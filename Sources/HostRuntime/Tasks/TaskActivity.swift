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
        /// The number of a job that has a turn; 0 for one that starts at once.
        fileprivate var number = 0

        init(_ job: UnownedJob, onMainActor isOnMainActor: Bool) {
            self.job = job
            self.isOnMainActor = isOnMainActor
            isOwn = MainThread.isOwn(job)
            entry = TaskCalls.entry(of: job)
        }
    }

    /// The turn of a job, where jobs run in order.
    fileprivate struct Turn {
        let job: Job
        /// Whether the job has got its thread.
        var isRunning = false
        /// The number of checks that have found it running.
        var checks = 0
    }

    /// A job that blocks its thread.
    fileprivate struct Stall {
        let job: Job
        /// Called with the owner; nil if that has been done.
        let handler: StallHandler?
        /// The jobs that start although this one hasn't ended.
        let jobs: [Job]
    }

    fileprivate struct StallHandler {
        let body: @Sendable (Owner, _ isOnMainActor: Bool) -> Void
    }

    fileprivate struct Waiter {
        let scope: Scope
        let limit: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    fileprivate struct State: ~Copyable {
        var isOrdered = false
        /// The jobs that run or that an executor has been given.
        var started = (main: 0, other: 0)
        /// The jobs that wait for their turn, in order.
        var queue = RingBuffer<Job>()
        var queuedMainJobs = 0
        var lastNumber = 0
        var turn: Turn?
        /// The number of jobs that are left running, and no longer count.
        var abandonedJobs = 0
        /// Whether a check for a stall is due.
        var isChecking = false
        var onStall: StallHandler?
        /// The number of jobs that have run since the last wait ended.
        var finishedJobs = 0
        var waiters: [Waiter] = []
        /// The call that the last job belonged to before a wait ended at its limit.
        var restlessEntry = CallEntry.none
        /// The tasks that `TaskActivities` has assigned to this activity.
        var tasks: [UInt64] = []
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
                    state.waiters.append(Waiter(scope: scope, limit: limit, continuation: continuation))
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
        let (job, needsCheck) = state.withLock { ($0.add(job), $0.beginChecking()) }
        if let job { start(job) }
        if needsCheck { checkLater() }
    }

    /// Records that a job has got its thread.
    func begin(_ job: Job) {
        guard job.number != 0 else { return }
        state.withLock { if job.number == $0.turn?.job.number { $0.turn?.isRunning = true } }
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
    var restlessOwner: Owner { JournalNames.owner(state.withLock { $0.restlessEntry.owner }) ?? .host }

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

    /// Leaves a job alone that two checks have found running; returns false when no further check is needed.
    @discardableResult func checkForStall() -> Bool {
        let (stall, waiter, isChecking) = state.withLock { state in
            let stall = state.findStall()
            return (stall, stall == nil ? nil : state.popWaiter(), state.continueChecking())
        }
        if let stall {
            if !stall.job.isOnMainActor { TaskThreads.shared.replaceBlockedThread() }
            stall.handler?.body(JournalNames.owner(stall.job.entry.owner) ?? .host, stall.job.isOnMainActor)
            for job in stall.jobs { start(job) }
        }
        waiter?()
        return isChecking
    }

    private func checkLater() {
        // Once one job has blocked its thread, the next ones most likely do, too.
        let limit = state.withLock({ $0.abandonedJobs }) == 0 ? TaskActivity.stallLimit : .seconds(1)
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
    fileprivate mutating func add(_ job: TaskActivity.Job) -> TaskActivity.Job? {
        guard isOrdered else {
            count(1, job)
            return job
        }
        lastNumber += 1
        var job = job
        job.number = lastNumber
        queue.append(job)
        if job.isOnMainActor { queuedMainJobs += 1 }
        return startNext()
    }

    /// Removes the next job from the queue if none runs, and counts it as started.
    fileprivate mutating func startNext() -> TaskActivity.Job? {
        guard started == (0, 0), let job = queue.popFirst() else { return nil }
        if job.isOnMainActor { queuedMainJobs -= 1 }
        count(1, job)
        turn = TaskActivity.Turn(job: job)
        return job
    }

    /// Ends the order; removes the jobs from the queue, and counts them as started.
    fileprivate mutating func endOrder() -> [TaskActivity.Job] {
        isOrdered = false
        var jobs: [TaskActivity.Job] = []
        while var job = queue.popFirst() {
            job.number = 0
            count(1, job)
            jobs.append(job)
        }
        queuedMainJobs = 0
        return jobs
    }

    /// Counts a job as finished; returns false for one that no longer counted.
    fileprivate mutating func finish(_ job: TaskActivity.Job) -> Bool {
        if job.number != 0 {
            guard job.number == turn?.job.number else {
                abandonedJobs -= 1
                return false
            }
            turn = nil
        }
        count(-1, job)
        finishedJobs += 1
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
        if idle == nil { restlessEntry = turn?.job.entry ?? .none }
        let isIdle = idle != nil
        return { [continuation = waiters.remove(at: index).continuation] in continuation.resume(returning: isIdle) }
    }

    // MARK: - Stalls

    /// Returns true if checks must begin, because a job waits or runs in order.
    fileprivate mutating func beginChecking() -> Bool {
        guard isOrdered, !isChecking else { return false }
        isChecking = true
        return true
    }

    /// Returns whether a job is left for the next check.
    fileprivate mutating func continueChecking() -> Bool {
        isChecking = jobs(in: .everywhere) != 0
        return isChecking
    }

    /// Returns the stall that a check has found, and what it frees.
    ///
    /// The main actor's thread can't be replaced. If a job there blocks, it may wait
    /// for jobs off the main actor, which therefore all start, and no longer count.
    fileprivate mutating func findStall() -> TaskActivity.Stall? {
        guard var turn, turn.isRunning else { return nil }
        turn.checks += 1
        self.turn = turn
        guard turn.checks > 1 else { return nil }
        let job = turn.job
        guard job.isOnMainActor else {
            self.turn = nil
            abandonedJobs += 1
            count(-1, job)
            return TaskActivity.Stall(job: job, handler: onStall, jobs: startNext().map { [$0] } ?? [])
        }
        var freed: [TaskActivity.Job] = []
        var rest = RingBuffer<TaskActivity.Job>()
        while let next = queue.popFirst() {
            if next.isOnMainActor { rest.append(next) } else { freed.append(next) }
        }
        queue = rest
        abandonedJobs += freed.count
        // Told once: later checks find the same job.
        return TaskActivity.Stall(job: job, handler: turn.checks == 2 ? onStall : nil, jobs: freed)
    }
}
