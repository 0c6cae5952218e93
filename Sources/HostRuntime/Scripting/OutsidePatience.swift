/// How long one step of a host that is driven by hand waits for work outside the main actor.
///
/// Time by hand knows nothing of how long a server takes, so this is the one
/// wait in real time: all waits of a step together end when its patience does.
@MainActor final class OutsidePatience {
    /// Returns after a while of real time, or earlier when its task is cancelled.
    typealias Timer = @Sendable (Duration) async -> Void

    private let limit: Duration
    private let work: WorkTracker
    private let timer: Timer
    private var timing: Task<Void, Never>?

    /// Whether anything is still waited for.
    private(set) var isLeft: Bool

    init(_ limit: Duration, _ work: WorkTracker, timer: @escaping Timer) {
        self.limit = limit
        self.work = work
        self.timer = timer
        isLeft = limit > .zero
    }

    /// The machine's own time.
    static let realTime: Timer = { try? await Task.sleep(for: $0) }

    /// Waits while work goes on outside until something about it changes; false when there is
    /// nothing to wait for, or no patience left.
    func waitForChange() async -> Bool {
        guard isLeft, work.isBusyOutside else { return false }
        begin()
        await work.outsideChange()
        return true
    }

    /// Ends the timer; a patience that nobody ends outlives its step.
    func end() {
        timing?.cancel()
    }

    /// The time runs from the first wait on: most steps need no timer at all.
    private func begin() {
        guard timing == nil else { return }
        timing = Task { [limit, timer] in
            await timer(limit)
            isLeft = false
            work.wake()
        }
    }
}
