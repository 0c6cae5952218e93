/// The real time that one step of a scripted run or a test waits for work outside the main actor.
///
/// Manual time doesn't show how long a server takes, so this is the one wait in
/// real time. All waits of a step share its limit.
@MainActor final class RealTimeWait {
    /// Returns after a duration of real time, or earlier when its task is cancelled.
    typealias Timer = @Sendable (Duration) async -> Void

    private let limit: Duration
    private let work: WorkTracker
    private let timer: Timer
    private var timing: Task<Void, Never>?
    private var isOver: Bool

    init(_ limit: Duration, _ work: WorkTracker, timer: @escaping Timer) {
        self.limit = limit
        self.work = work
        self.timer = timer
        isOver = limit <= .zero
    }

    /// The machine's own time.
    static let realTime: Timer = { try? await Task.sleep(for: $0) }

    /// Waits for the next result of work outside; returns false when none comes, or when the time is over.
    func waitForChange() async -> Bool {
        guard limit > .zero, work.isBusyOutside else { return false }
        if work.releaseResult(skippingUnfinished: isOver) { return true }
        guard !isOver else { return false }
        startTimer()
        await work.waitForOutsideChange()
        return true
    }

    /// Cancels the timer, which would otherwise outlive the step.
    func end() {
        timing?.cancel()
    }

    /// The time begins with the first wait: most steps need no timer.
    private func startTimer() {
        guard timing == nil else { return }
        timing = Task { [limit, timer] in
            await timer(limit)
            isOver = true
            work.resumeOutsideWaits()
        }
    }
}
