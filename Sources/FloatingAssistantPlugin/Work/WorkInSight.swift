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

    /// The progress of all runs together.
    enum Progress: Hashable, Sendable {
        case indeterminate
        case fraction(Double)
    }

    private(set) var runs: [Run] = []
    private var lastNumber = 0

    subscript(number: Int) -> Run? { index(of: number).map { runs[$0] } }

    private func index(of number: Int) -> Int? { runs.firstIndex { $0.number == number } }

    /// The runs that are worth showing: they take a while, and nothing else shows them.
    var goingOn: [Run] { runs.filter { $0.end == nil && $0.isLong && !$0.isReleased } }

    /// The results that nobody has seen, oldest first.
    var unseen: [Run] { runs.filter { $0.end != nil } }

    /// Returns the progress of the runs that go on, apart from one that is shown elsewhere; `nil` without any.
    ///
    /// Several runs share one number only if each of them has one.
    func progress(besides shown: Int? = nil) -> Progress? {
        let fractions = goingOn.filter { $0.number != shown }.map { $0.stop == nil ? $0.progress?.fraction : nil }
        guard !fractions.isEmpty else { return nil }
        let known = fractions.compactMap { $0 }
        guard known.count == fractions.count else { return .indeterminate }
        return .fraction(known.reduce(0, +) / Double(known.count))
    }

    /// The badge for the unseen results: their number, or for one of them whether it's good.
    var badge: Badge? {
        let unseen = unseen
        guard let first = unseen.first?.end else { return nil }
        return unseen.count > 1 ? Badge("\(unseen.count)") : Badge(first.kind == .done ? "✓" : "✕")
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
        runs.append(Run(number: lastNumber, command: command, title: title, isOwn: isOwn, login: login))
        return lastNumber
    }

    mutating func update(_ number: Int, _ change: (inout Run) -> Void) {
        if let index = index(of: number), runs[index].end == nil { change(&runs[index]) }
    }

    /// Removes a run that has ended, or a result that was seen.
    @discardableResult
    mutating func remove(_ number: Int) -> Run? {
        index(of: number).map { runs.remove(at: $0) }
    }

    /// Adds the result of a run that has ended; the latest one is the last.
    mutating func keep(_ run: Run, _ end: PanelState.Notice) {
        var run = run
        run.end = end
        runs.append(run)
    }
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
        case nil: return progress?.fraction.map { "\(Int($0 * 100)) %" } ?? "running"
        case .asked: return "cancelling"
        case .ignored: return "doesn't stop"
        }
    }
}
