/// The work that is under way in a host: on the main actor, and outside of it.
@MainActor final class WorkTracker {
    /// How many turns of the main actor work has before nobody waits for it any more.
    ///
    /// Work may wait for what comes only later, such as the answer to a
    /// question; it then goes on beside whoever waited for it.
    static let patience = 10_000

    private var works: [HostWork] = []
    private var outsideWorks: [HostWork] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var waitingForCalm: [CheckedContinuation<Void, Never>] = []

    // MARK: - On the main actor

    /// Starts work on the main actor.
    @discardableResult
    func start(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let work = HostWork { [weak self] in self?.endCalmWaits() }
        works.append(work)
        return Task { @MainActor in
            await HostWork.$current.withValue(work) { await body() }
            self.works.removeAll { $0 === work }
            work.end()
        }
    }

    /// Whether work on the main actor goes on that neither sleeps nor was let go.
    var isBusy: Bool { works.contains { !$0.isSettled && !$0.isLetGo } }

    /// Waits until no work is busy, without using any time while one is.
    func calm() async {
        while isBusy { await withCheckedContinuation { waitingForCalm.append($0) } }
    }

    /// Has nobody wait any more for the work that is busy now; it goes on.
    func letGo() {
        for work in works where !work.isSettled { work.isLetGo = true }
        endCalmWaits()
    }

    private func endCalmWaits() {
        guard !waitingForCalm.isEmpty, !isBusy else { return }
        let waiting = waitingForCalm
        waitingForCalm = []
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until all work on the main actor has ended or is asleep, within its patience.
    func settle() async {
        for turn in 1...WorkTracker.patience {
            guard works.contains(where: { !$0.isSettled }) else { return }
            if turn.isMultiple(of: WorkTracker.detour) {
                await WorkTracker.passPool()
            } else {
                await Task.yield()
            }
        }
    }

    /// Every how many turns the way leads through the thread pool.
    private static let detour = 64

    /// Goes through the thread pool once, behind what waits there.
    ///
    /// Child tasks begin and end in the pool, also those that have to do on the
    /// main actor only: its turns alone may be over before they have come.
    @concurrent static func passPool() async {}

    // MARK: - Outside

    /// Performs work outside the main actor, in the calling task, and returns what it makes.
    ///
    /// The work that calls this is asleep meanwhile. So is the body while it
    /// waits for the host's clock: it is work of its own.
    func perform<Value: Sendable>(
        _ body: @escaping @concurrent @Sendable () async throws -> Value
    ) async throws -> Value {
        let work = HostWork { [weak self] in self?.wake() }
        outsideWorks.append(work)
        let caller = HostWork.current
        caller?.setAsleep(true)
        defer {
            outsideWorks.removeAll { $0 === work }
            // The caller goes on in this very turn, before anyone who is woken here
            // looks around: what it performs next is then there to be seen.
            caller?.setAsleep(false)
            work.end()
        }
        return try await HostWork.$current.withValue(work) { try await body() }
    }

    /// Whether work goes on outside that does not wait for the host's clock.
    var isBusyOutside: Bool { outsideWorks.contains { !$0.isSettled } }

    /// Waits until something about the work outside is another than before, or `wake` is called.
    func outsideChange() async {
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Lets everyone go on who waits for work outside.
    func wake() {
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }
}
