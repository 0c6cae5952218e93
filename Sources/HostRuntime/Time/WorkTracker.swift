/// A run of a command, or of other work that a scripted run waits for.
///
/// Work is settled when it has ended or sleeps on the host's clock: then nothing
/// more happens until that clock moves.
@MainActor final class HostWork {
    @TaskLocal static var current: HostWork?

    fileprivate(set) var isRunning = true
    fileprivate var isAsleep: Bool { sleeps > 0 }
    private var sleeps = 0

    /// Notes that the work waits for the clock, or that one of its waits is over.
    ///
    /// Work may wait several times at once, in child tasks.
    func setAsleep(_ isAsleep: Bool) {
        sleeps += isAsleep ? 1 : -1
    }
}

/// The work that is under way in a host.
@MainActor final class WorkTracker {
    /// How many turns of the main actor work has before nobody waits for it any more.
    ///
    /// Work may wait for what comes only later, such as the answer to a
    /// question; it then goes on beside whoever waited for it.
    static let patience = 10_000

    private var works: [HostWork] = []

    /// Starts work on the main actor.
    func start(_ body: @escaping @MainActor () async -> Void) {
        let work = HostWork()
        works.append(work)
        Task { @MainActor in
            await HostWork.$current.withValue(work) { await body() }
            work.isRunning = false
            self.works.removeAll { $0 === work }
        }
    }

    /// Waits until all work has ended or sleeps on the host's clock, within its patience.
    func settle() async {
        for _ in 0..<WorkTracker.patience {
            guard works.contains(where: { $0.isRunning && !$0.isAsleep }) else { return }
            await Task.yield()
        }
    }
}
