internal import Dispatch
internal import Glibc

#if compiler(<6.4)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency
#endif

/// Replacements for the concurrency runtime's executors, which count their jobs in a `TaskActivity`.
///
/// They rest on an experimental interface of the toolchain. With one that lacks it,
/// or in an environment with `HOST_RUNTIME_PLAIN_EXECUTORS`, the runtime's executors
/// stay in place: no job is counted, ordered or attributed to a plugin. Waiting
/// until a host is idle then takes `TaskActivity.plainTurns` turns, and a scripted
/// run waits again while a command is busy. `ShopTranscriptTests` runs the demo so.
package enum TaskExecutors {
    /// Whether jobs are counted, so that a wait ends exactly when nothing is left to do.
    static let areExact: Bool = {
        #if compiler(<6.4)
        ProcessEnvironment.value("HOST_RUNTIME_PLAIN_EXECUTORS") == nil
        #else
        false
        #endif
    }()

    /// The warning for a program whose jobs aren't counted; nil where they are.
    static var warning: String? {
        guard !areExact else { return nil }
        let turns = TaskActivity.plainTurns
        return "can't tell when tasks have nothing left to do, and waits for \(turns) turns of them instead: "
            + "this build lacks the executors that count them"
    }

    /// Installs the executors of a program, before the first task of the process; returns false if no thread starts.
    @discardableResult static func install() -> Bool {
        guard areExact else { return true }
        #if compiler(<6.4)
        guard TaskThreads.shared.begin() else { return false }
        _createExecutors(factory: Executors.self)
        #endif
        return true
    }

    /// Installs the executors of a test process, in which many hosts run beside each other, before its first task.
    package static func installForTests() {
        TaskActivities.separateHosts()
        install()
    }

    /// Runs a job on the main thread, in order.
    static func runOnMainThread(_ job: TaskActivity.Job, of activity: TaskActivity?) {
        if MainThread.add(job, of: activity) { return }
        DispatchQueue.main.async { MainActor.assumeIsolated { perform(job, of: activity) } }
    }

    /// Performs a job of the main thread.
    @MainActor static func perform(_ job: TaskActivity.Job, of activity: TaskActivity?) {
        activity?.begin(job)
        let begin = MonotonicClock.coarse()
        ThreadCalls.runOnMainActor(job.entry) {
            job.job.runSynchronously(on: job.isOnMainActor ? MainActor.sharedUnownedExecutor : noActor)
        }
        RunningCode.end(job.entry, begunAt: begin)
        activity?.finish(job)
    }

    /// The concurrency runtime's executor of code outside actors: two words of zero, without a public name.
    static var noActor: UnownedSerialExecutor { unsafeBitCast((0, 0), to: UnownedSerialExecutor.self) }

    /// Runs a job that doesn't count, for an executor that a task prefers.
    static func runOutside(_ job: UnownedJob, for executor: UnownedTaskExecutor) {
        // With no thread left, Dispatch would make the caller wait for one.
        let threads = TaskThreads.outside.isRunning || TaskThreads.outside.begin() ? TaskThreads.outside : .shared
        threads.run(.outside(job, executor, TaskCalls.entry(of: job)))
    }
}

/// Runs work outside the main actor on threads that may block, and leaves it out of every `TaskActivity`.
final class OutsideExecutor: TaskExecutor {
    static let shared = OutsideExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        TaskExecutors.runOutside(UnownedJob(job), for: asUnownedTaskExecutor())
    }
}

#if compiler(<6.4)
private enum Executors: ExecutorFactory {
    static var mainExecutor: any MainExecutor { MainActorExecutor.shared }
    static var defaultExecutor: any TaskExecutor { TaskThreads.shared }
}

/// Passes the main actor's jobs to their `TaskActivity`.
private final class MainActorExecutor: MainExecutor {
    static let shared = MainActorExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = TaskActivity.Job(UnownedJob(job), onMainActor: true)
        if let activity = TaskActivities.activity(of: job.job) {
            activity.run(job)
        } else {
            TaskExecutors.runOnMainThread(job, of: nil)
        }
    }

    // For an asynchronous `main`, such as a test process's. A program uses `MainThread` instead.
    func run() throws {
        try PlatformExecutorFactory.mainExecutor.run()
    }

    func stop() {
        PlatformExecutorFactory.mainExecutor.stop()
    }

    var isMainExecutor: Bool { true }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(.main))
    }
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
        // A clock with another type of duration can't be converted here: its sleeper checks the time itself.
        run(UnownedJob(job), after: delay as? Duration ?? .zero, isSuspending: clock is SuspendingClock)
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
