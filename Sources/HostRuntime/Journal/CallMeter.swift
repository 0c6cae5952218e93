/// The main actor's time by call, while a tool measures it.
///
/// A call's own time is without that of the calls inside it.
@MainActor final class CallMeter {
    /// The calls with one entry so far.
    struct Cost: Hashable, Sendable {
        var calls = 0
        var time = Duration.zero
        var longest = Duration.zero
    }

    /// The calls since the meter was made.
    private(set) var costs: [CallEntry: Cost] = [:]

    private let now: @MainActor () -> Duration
    // The running calls, outermost first: when each began, and the time of the calls inside it.
    private var running: [(begin: Duration, inner: Duration)] = []

    init(now: @escaping @MainActor () -> Duration) {
        self.now = now
    }

    func begin() {
        running.append((now(), .zero))
    }

    /// Records the end of the innermost call; one that began before the meter was made doesn't count.
    func end(_ entry: CallEntry) {
        guard let call = running.popLast() else { return }
        let whole = now() - call.begin
        let own = max(.zero, whole - call.inner)
        costs[entry, default: Cost()].add(own)
        if !running.isEmpty { running[running.count - 1].inner += whole }
    }
}

extension CallMeter.Cost {
    fileprivate mutating func add(_ own: Duration) {
        calls += 1
        time += own
        longest = max(longest, own)
    }
}
