internal import Synchronization

/// An exact count of the tasks that have something to do.
///
/// A task that can continue has a job, which runs or waits for a thread. A task
/// that waits for a timer, an answer or another task has none. A program without
/// jobs therefore has nothing to do at the moment, and `waitUntilIdle` returns
/// exactly then.
///
/// Work that `OutsideExecutor` runs off the main actor doesn't count.
final class TaskActivity: Sendable {
    /// The jobs that a wait includes.
    enum Scope {
        /// The jobs of the main actor.
        case mainActor
        /// All jobs.
        case everywhere
    }

    fileprivate struct Waiter {
        let scope: Scope
        let limit: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    fileprivate struct State {
        var mainJobs = 0
        var otherJobs = 0
        /// The number of jobs that have run since the last wait ended.
        var finishedJobs = 0
        var waiters: [Waiter] = []
        /// The tasks that `TaskOwners` has assigned to this activity.
        var tasks: [UInt64] = []
    }

    /// The activity of a program, which has one host.
    static let program = TaskActivity()

    private let state = Mutex(State())

    // MARK: - Waiting

    /// Waits until no job is left but the caller's.
    ///
    /// Returns false if more jobs than the limit have run meanwhile, because some
    /// task never rests. Of several callers, the last one continues first, and the
    /// others when it has nothing left to do either.
    @MainActor @discardableResult func waitUntilIdle(_ scope: Scope = .everywhere, within limit: Int) async -> Bool {
        TaskOwners.assignCurrentTask(to: self)
        repeat {
            let isIdle = await withCheckedContinuation { continuation in
                let next = state.withLock { state in
                    if state.waiters.isEmpty { state.finishedJobs = 0 }
                    state.waiters.append(Waiter(scope: scope, limit: limit, continuation: continuation))
                    return state.popWaiter()
                }
                next?.continuation.resume(returning: next?.isIdle ?? true)
            }
            guard isIdle else { return false }
            // Another thread may have added a job meanwhile. The job that runs now is the caller's.
        } while !state.withLock { $0.hasOneJob(in: scope) }
        return true
    }

    // MARK: - Counting

    func addJob(onMainActor isOnMainActor: Bool) {
        state.withLock { $0.count(1, onMainActor: isOnMainActor) }
    }

    func finishJob(onMainActor isOnMainActor: Bool) {
        let next = state.withLock { state in
            state.count(-1, onMainActor: isOnMainActor)
            state.finishedJobs += 1
            return state.popWaiter()
        }
        next?.continuation.resume(returning: next?.isIdle ?? true)
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
    fileprivate mutating func count(_ change: Int, onMainActor isOnMainActor: Bool) {
        if isOnMainActor { mainJobs += change } else { otherJobs += change }
    }

    fileprivate func hasOneJob(in scope: TaskActivity.Scope) -> Bool {
        jobs(in: scope) <= 1
    }

    private func jobs(in scope: TaskActivity.Scope) -> Int {
        scope == .mainActor ? mainJobs : mainJobs + otherJobs
    }

    /// Removes and returns the waiter that continues now, if any.
    fileprivate mutating func popWaiter() -> (continuation: CheckedContinuation<Bool, Never>, isIdle: Bool)? {
        guard let last = waiters.indices.last else { return nil }
        let idle = waiters.lastIndex { jobs(in: $0.scope) == 0 }
        guard let index = idle ?? (finishedJobs > waiters[last].limit ? last : nil) else { return nil }
        finishedJobs = 0
        return (waiters.remove(at: index).continuation, idle != nil)
    }
}
