/// Who holds a "will" message, for how long, and when all is over.
///
/// Times are durations since the message was posted. It knows no clock.
struct HoldLedger {
    private struct Entry {
        let id: Int
        let holder: HoldSet.Holder
    }

    private let maximum: Duration
    private var entries: [Entry] = []
    private var lastID = 0
    private(set) var overran: [HoldSet.Holder] = []
    /// Whether the poster has begun to wait.
    private var isAwaited = false
    /// Whether the wait is over: nothing can be held any more.
    private(set) var isOver = false

    init(maximum: Duration) {
        self.maximum = maximum
    }

    /// The holders that have not ended, in the order in which they began.
    var pending: [HoldSet.Holder] {
        entries.map(\.holder)
    }

    /// When the next holder runs over.
    var nextDeadline: Duration? {
        entries.map(\.holder.limit).min()
    }

    /// Begins a hold, shortened to what the poster allows; nil when the wait is over.
    mutating func begin(_ reason: String, limit: Duration, site: ObserverSite) -> Int? {
        guard !isOver else { return nil }
        lastID += 1
        let allowed = min(max(limit, .zero), maximum)
        let holder = HoldSet.Holder(
            reason: reason,
            owner: site.owner,
            file: site.file,
            line: site.line,
            limit: allowed
        )
        entries.append(Entry(id: lastID, holder: holder))
        return lastID
    }

    /// Whether a hold still counts.
    func isPending(_ id: Int) -> Bool {
        entries.contains { $0.id == id }
    }

    /// Ends a hold; true when the wait is over by it.
    mutating func end(_ id: Int) -> Bool {
        entries.removeAll { $0.id == id }
        return finishIfPossible()
    }

    /// Begins the wait; true when it is over at once.
    mutating func await() -> Bool {
        isAwaited = true
        return finishIfPossible()
    }

    /// Ends the holds whose time is up; true when the wait is over by it.
    mutating func expire(after elapsed: Duration) -> (expired: [HoldSet.Holder], isOver: Bool) {
        let expired = entries.map(\.holder).filter { $0.limit <= elapsed }
        entries.removeAll { $0.holder.limit <= elapsed }
        overran += expired
        return (expired, finishIfPossible())
    }

    private mutating func finishIfPossible() -> Bool {
        guard isAwaited, !isOver, entries.isEmpty else { return false }
        isOver = true
        return true
    }
}
