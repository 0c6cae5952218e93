/// A run of a command, or of other work that a scripted run waits for.
///
/// Work is settled when it has ended or sleeps on the host's clock: then nothing
/// more happens until that clock moves.
@MainActor final class HostWork {
    @TaskLocal static var current: HostWork?

    fileprivate(set) var isRunning = true
    fileprivate var isAsleep: Bool { sleeps > 0 }
    private var sleeps = 0
    fileprivate weak var tracker: WorkTracker?

    /// Notes that the work waits for the clock, or that one of its waits is over.
    ///
    /// Work may wait several times at once, in child tasks.
    func setAsleep(_ isAsleep: Bool) {
        sleeps += isAsleep ? 1 : -1
        tracker?.check()
    }
}

/// The work that is under way in a host.
@MainActor final class WorkTracker {
    private var works: [HostWork] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Starts work on the main actor.
    func start(_ body: @escaping @MainActor () async -> Void) {
        let work = HostWork()
        work.tracker = self
        works.append(work)
        Task { @MainActor in
            await HostWork.$current.withValue(work) { await body() }
            work.isRunning = false
            self.works.removeAll { $0 === work }
            self.check()
        }
    }

    /// Waits until all work has ended or sleeps on the host's clock.
    func settle() async {
        guard works.contains(where: { $0.isRunning && !$0.isAsleep }) else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    fileprivate func check() {
        guard !works.contains(where: { $0.isRunning && !$0.isAsleep }) else { return }
        let resumed = waiting
        waiting = []
        for continuation in resumed { continuation.resume() }
    }
}
