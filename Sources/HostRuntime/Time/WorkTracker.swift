/// The work that is under way in a host: on the main actor, and outside it.
@MainActor final class WorkTracker {
    /// The tasks of the host that have something to do.
    let activity = TaskOwners.makeActivity()

    private var works: [HostWork] = []
    private var outsideWorks: [HostWork] = []
    private var inputWaits: [CheckedContinuation<Void, Never>] = []
    private var outsideWaits: [CheckedContinuation<Void, Never>] = []

    deinit {
        TaskOwners.remove(activity)
    }

    // MARK: - On the main actor

    /// Starts work on the main actor.
    @discardableResult
    func start(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let work = HostWork { [weak self] in self?.resumeInputWaits() }
        works.append(work)
        TaskOwners.assignCurrentTask(to: activity)
        return Task { @MainActor in
            await HostWork.$current.withValue(work) { await body() }
            self.works.removeAll { $0 === work }
            work.end()
        }
    }

    /// Whether work goes on that input waits for.
    var holdsInput: Bool { works.contains { $0.isBusy && !$0.isIgnoredByInput } }

    /// Waits until no work holds input; uses no time meanwhile.
    func waitForInputTurn() async {
        while holdsInput { await withCheckedContinuation { inputWaits.append($0) } }
    }

    /// Lets input go on beside the work that is busy now.
    func releaseInput() {
        for work in works where work.isBusy { work.isIgnoredByInput = true }
        resumeInputWaits()
    }

    private func resumeInputWaits() {
        guard !inputWaits.isEmpty, !holdsInput else { return }
        let waits = inputWaits
        inputWaits = []
        for wait in waits { wait.resume() }
    }

    // MARK: - Outside

    /// Performs work outside the main actor, in the calling task, and returns its result.
    ///
    /// The work that calls this is asleep meanwhile. So is the body while it
    /// waits for the host's clock: it is work of its own.
    func perform<Value: Sendable>(
        _ body: @escaping @concurrent @Sendable () async throws -> Value
    ) async throws -> Value {
        let work = HostWork { [weak self] in self?.resumeOutsideWaits() }
        outsideWorks.append(work)
        let caller = HostWork.current
        caller?.setAsleep(true)
        defer {
            outsideWorks.removeAll { $0 === work }
            caller?.setAsleep(false)
            work.end()
        }
        return try await HostWork.$current.withValue(work) {
            try await withTaskExecutorPreference(OutsideExecutor.shared) { try await body() }
        }
    }

    /// Whether work goes on outside that doesn't wait for the host's clock.
    var isBusyOutside: Bool { outsideWorks.contains(where: \.isBusy) }

    /// Waits until the work outside changes, or `resumeOutsideWaits` is called.
    func waitForOutsideChange() async {
        await withCheckedContinuation { outsideWaits.append($0) }
    }

    /// Ends the waits for work outside.
    func resumeOutsideWaits() {
        let waits = outsideWaits
        outsideWaits = []
        for wait in waits { wait.resume() }
    }
}
