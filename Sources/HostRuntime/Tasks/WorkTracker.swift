/// The work that is under way in a host: on the main actor, and outside it.
@MainActor final class WorkTracker {
    /// The tasks of the host that have something to do.
    let activity = TaskActivities.makeActivity()

    /// Whether a result of work outside waits until `releaseResult` returns it, as in scripted runs and tests.
    var parksResults = false

    private var works: [HostWork] = []
    private var outsideWorks: [OutsideWork] = []
    private var inputWaits: [CheckedContinuation<Void, Never>] = []
    private var outsideWaits: [CheckedContinuation<Void, Never>] = []

    deinit {
        TaskActivities.remove(activity)
    }

    // MARK: - On the main actor

    /// Starts a task on the main actor, which counts as work until its body returns.
    @discardableResult
    func start(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let work = HostWork { [weak self] in self?.resumeInputWaits() }
        works.append(work)
        TaskActivities.assignCurrentTask(to: activity)
        return Task { @MainActor in
            await HostWork.$current.withValue(work) { await body() }
            self.works.removeAll { $0 === work }
            work.end()
        }
    }

    /// Whether work goes on that input waits for.
    var holdsInput: Bool { works.contains { $0.isBusy && !$0.isIgnoredByInput } }

    /// Waits until no work holds input, or `releaseInput` is called; uses no time meanwhile.
    ///
    /// Other work may hold input again by the time this returns.
    func waitForInputTurn() async {
        if holdsInput { await withCheckedContinuation { inputWaits.append($0) } }
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
        let outside = OutsideWork(HostWork { [weak self] in self?.resumeOutsideWaits() })
        outsideWorks.append(outside)
        let caller = HostWork.current
        caller?.setAsleep(true)
        defer {
            outsideWorks.removeAll { $0 === outside }
            caller?.setAsleep(false)
            outside.work.end()
        }
        do {
            let value = try await HostWork.$current.withValue(outside.work) {
                try await withTaskExecutorPreference(OutsideExecutor.shared) { try await body() }
            }
            await park(outside)
            return value
        } catch {
            await park(outside)
            throw error
        }
    }

    /// Waits until the work's result is released, or its task is cancelled.
    private func park(_ outside: OutsideWork) async {
        guard parksResults else { return }
        let sleeper = HostWork.$current.withValue(nil) { Sleeper() }
        outside.result = sleeper
        resumeOutsideWaits()
        await sleeper.sleep()
    }

    /// Releases the result of the work that began first, among the work that doesn't wait for the host's clock.
    ///
    /// Returns false if that work goes on; skipping unfinished work, if no result waits.
    func releaseResult(skippingUnfinished: Bool) -> Bool {
        let next = outsideWorks.first { $0.work.isBusy && (!skippingUnfinished || $0.result?.isAwake == false) }
        guard let result = next?.result else { return false }
        result.wake()
        return true
    }

    /// Whether work goes on outside that doesn't wait for the host's clock.
    var isBusyOutside: Bool { outsideWorks.contains(where: \.work.isBusy) }

    /// Work outside, with the wait of its result.
    @MainActor private final class OutsideWork {
        let work: HostWork
        var result: Sleeper?

        init(_ work: HostWork) {
            self.work = work
        }
    }

    /// Waits until the work outside changes, or `resumeOutsideWaits` is called.
    func waitForOutsideChange() async {
        await withCheckedContinuation { outsideWaits.append($0) }
    }

    /// Ends every wait for a change of the work outside.
    func resumeOutsideWaits() {
        let waits = outsideWaits
        outsideWaits = []
        for wait in waits { wait.resume() }
    }
}

/// A run of a command, or work that the host performs outside the main actor.
///
/// Work is busy until it ends, except while it is asleep: then it waits for the
/// host's clock, for a gate, or for work outside the main actor.
@MainActor final class HostWork {
    /// The work that the current task belongs to; child tasks belong to it too.
    @TaskLocal static var current: HostWork?

    private(set) var isRunning = true

    /// Whether input no longer waits for the work, because it has waited long enough.
    var isIgnoredByInput = false

    private var sleeps = 0
    private let onChange: @MainActor () -> Void

    /// Whether the work continues before the clock moves, a gate opens or other work ends.
    var isBusy: Bool { isRunning && sleeps == 0 }

    init(onChange: @escaping @MainActor () -> Void) {
        self.onChange = onChange
    }

    /// Records that a wait begins or ends.
    ///
    /// Work may wait several times at once, in child tasks.
    func setAsleep(_ isAsleep: Bool) {
        sleeps += isAsleep ? 1 : -1
        onChange()
    }

    func end() {
        isRunning = false
        onChange()
    }
}

/// A wait of the current work, which is recorded as asleep until the wait ends.
@MainActor final class Sleeper {
    private let work = HostWork.current
    private var continuation: CheckedContinuation<Void, Never>?
    private(set) var isAwake = false

    /// Waits for `wake()` or the cancellation of the task, whichever is first.
    func sleep() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !isAwake, !Task.isCancelled else { return continuation.resume() }
                self.continuation = continuation
                work?.setAsleep(true)
            }
        } onCancel: {
            Task { @MainActor in wake() }
        }
    }

    /// Ends the wait; a second call does nothing.
    func wake() {
        isAwake = true
        guard let continuation else { return }
        self.continuation = nil
        work?.setAsleep(false)
        continuation.resume()
    }
}
