import HostRuntime

/// The work in sight: runs that go on, and results that nobody has seen; a pure value.
///
/// The panel's own runs are in it, and those that other parties have started, who show the results
/// of theirs themselves. The ball, the panel and the list of tools all show this value.
struct WorkInSight: Hashable, Sendable {
    /// A run, or its unseen result.
    struct Run: Hashable, Sendable {
        let number: Int
        let command: String
        let title: String
        /// Whether the panel has started it, so that nobody else shows its result.
        var isOwn = true
        /// The change of the login at start when the run succeeds.
        var login: PanelState.LoginChange?
        var progress: CommandProgress?
        /// Whether the run takes long enough to show its progress.
        var isLong = false
        /// Whether the run has opened a window itself, which shows that it goes on.
        var isReleased = false
        var stop: Stop?
        /// The result that nobody has seen; `nil` while the run goes on.
        var end: PanelState.Notice?
    }

    /// The state of a cancellation.
    enum Stop: Hashable, Sendable {
        case asked
        /// The command hasn't ended for a while.
        case ignored
    }

    /// The runs that go on, by number: thousands may begin and end in one turn.
    private(set) var running: [Int: Run] = [:]

    /// The newest results that nobody has seen, oldest first.
    private(set) var unseen: [Run] = []

    /// The number of older results, which aren't kept.
    private(set) var leftOut = 0

    private var lastNumber = 0

    /// The most results that are kept.
    static let mostResults = 50

    subscript(number: Int) -> Run? { running[number] ?? unseen.first { $0.number == number } }

    /// The runs that are worth showing: they take a while, and nothing else shows them.
    var goingOn: [Run] {
        running.values.filter { $0.isLong && !$0.isReleased }.sorted { $0.number < $1.number }
    }

    /// Returns the progress of the runs that go on, apart from one that is shown elsewhere; `nil` without any.
    ///
    /// Several runs share one number only if each of them has one.
    func progress(besides shown: Int? = nil) -> CommandProgress? {
        var (sum, count, isKnown) = (0.0, 0, true)
        for run in running.values where run.isLong && !run.isReleased && run.number != shown {
            let fraction = run.stop == nil ? run.progress?.fraction : nil
            (sum, count, isKnown) = (sum + (fraction ?? 0), count + 1, isKnown && fraction != nil)
        }
        return count == 0 ? nil : CommandProgress(fraction: isKnown ? sum / Double(count) : nil)
    }

    /// The badge for the unseen results: their number, or for one of them whether it's good.
    var badge: String? {
        guard let first = unseen.first?.end else { return nil }
        let count = unseen.count + leftOut
        return count > 99 ? "9+" : count > 1 ? "\(count)" : first.kind == .done ? "✓" : "✕"
    }
}

// MARK: - Changing

extension WorkInSight {
    /// Adds a run, and returns its number.
    mutating func begin(
        _ command: String,
        title: String,
        isOwn: Bool = true,
        login: PanelState.LoginChange? = nil
    ) -> Int {
        lastNumber += 1
        running[lastNumber] = Run(number: lastNumber, command: command, title: title, isOwn: isOwn, login: login)
        return lastNumber
    }

    mutating func update(_ number: Int, _ change: (inout Run) -> Void) {
        guard var run = running[number] else { return }
        change(&run)
        running[number] = run
    }

    /// Removes a run that has ended.
    mutating func end(_ number: Int) -> Run? { running.removeValue(forKey: number) }

    /// Adds the result of a run that has ended; the oldest ones of too many go.
    mutating func keep(_ run: Run, _ end: PanelState.Notice) {
        var run = run
        run.end = end
        unseen.append(run)
        guard unseen.count > WorkInSight.mostResults else { return }
        unseen.removeFirst()
        leftOut += 1
    }

    /// Removes a result that was seen.
    mutating func see(_ number: Int) {
        unseen.removeAll { $0.number == number }
        if unseen.isEmpty { leftOut = 0 }
    }

    /// Puts a result back that wasn't read.
    mutating func unsee(_ run: Run) { unseen.insert(run, at: 0) }
}

// MARK: - In words

extension WorkInSight {
    /// Returns the runs that go on in words, apart from one that is shown elsewhere; `nil` without any.
    func words(besides shown: Int? = nil) -> String? {
        let runs = goingOn.filter { $0.number != shown }
        guard runs.count == 1, let run = runs.first else { return runs.isEmpty ? nil : "\(runs.count) running" }
        let text = run.stop == nil ? run.progress?.text ?? "" : ""
        return "\(run.summary), \(text.isEmpty ? run.title : text)"
    }
}

extension WorkInSight.Run {
    /// The progress to show, or what has become of cancelling the run.
    var shownProgress: CommandProgress? {
        switch stop {
        case nil: progress
        case .asked: .cancelling
        case .ignored: .notStopping
        }
    }

    /// The state in a few words, for a list.
    var summary: String {
        if let end { return end.kind == .done ? "done" : end.kind == .failed ? "failed" : "stopped" }
        switch stop {
        case nil: return progress?.percentage ?? "running"
        case .asked: return "cancelling"
        case .ignored: return "doesn't stop"
        }
    }
}
