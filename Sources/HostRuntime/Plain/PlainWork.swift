/// The commands that run, as they are said; a pure value.
///
/// A run is said when it has gone on for a second, and once more when it doesn't end a second after it was cancelled.
struct PlainWork: Sendable {
    /// A run that hasn't ended.
    struct Run: Hashable, Sendable {
        let id: Int
        let title: String
        var isCancelling = false

        /// Returns the line about the run, with its progress.
        func line(_ progress: CommandProgress? = nil) -> String {
            guard !isCancelling else { return "\(title) doesn't stop; cancel again to stop waiting for it." }
            let words = ["\(title) is running", progress?.fraction.map { "\(Int($0 * 100)) %" }, progress?.text]
            return words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ") + "; cancel stops it."
        }
    }

    private static let delay = Duration.seconds(1)

    private var since: [Run: Duration] = [:]
    private var said: Set<Run> = []

    /// Returns the lines about the runs, and when to look again; nil if that needs a change.
    mutating func update(_ runs: [Run], at now: Duration) -> (lines: [String], next: Duration?) {
        since = Dictionary(uniqueKeysWithValues: runs.map { ($0, since[$0] ?? now) })
        let open = runs.filter { !said.contains($0) }
        let due = open.filter { now >= since[$0, default: now] + PlainWork.delay }
        said = said.intersection(runs).union(due)
        let next = open.filter { !due.contains($0) }.compactMap { since[$0] }.min()
        return (due.map { $0.line() }, next.map { $0 + PlainWork.delay })
    }
}
