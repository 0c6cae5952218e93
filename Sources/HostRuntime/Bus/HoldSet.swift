import Synchronization

/// The holds on one "will" message.
///
/// It starts no timer and knows no clock: the poster of the message calls
/// `expire(after:)` when a deadline may have passed.
public final class HoldSet: Sendable {
    /// A holder of the message, with its reason.
    struct Holder: Hashable, Sendable {
        /// The reason, such as "saving".
        let reason: String
        /// The owner of the hold.
        let owner: Owner
        /// The file where the hold began, as `Module/File.swift`.
        let file: String
        /// The line where the hold began.
        let line: Int
        /// The longest the hold may last, counted from the post.
        let limit: Duration
    }

    private struct State {
        var ledger: HoldLedger
        var whenOver: [@Sendable ([Holder]) -> Void] = []
    }

    private let state: Mutex<State>

    /// Creates a set without holds; none lasts longer than the maximum, counted from the post.
    init(maximum: Duration) {
        state = Mutex(State(ledger: HoldLedger(maximum: maximum)))
    }

    /// The holders that haven't ended, in the order in which they began.
    var pending: [Holder] {
        state.withLock { $0.ledger.pending }
    }

    /// The holders that reached their limit.
    var overran: [Holder] {
        state.withLock { $0.ledger.overran }
    }

    /// The time at which the next holder reaches its limit, counted from the post; nil without holds.
    var nextDeadline: Duration? {
        state.withLock { $0.ledger.nextDeadline }
    }

    /// Calls the body once all holds have ended, with the holders that reached their limit.
    ///
    /// The body is called at once when there are no holds, and otherwise on the
    /// thread that ends the last hold or calls `expire(after:)`, with no lock
    /// held. From then on the message can't be held.
    func whenOver(_ body: @escaping @Sendable (_ overran: [Holder]) -> Void) {
        let isOver = state.withLock { state in
            if state.ledger.isOver { return true }
            state.whenOver.append(body)
            return false
        }
        if isOver {
            body(overran)
        } else {
            update { $0.await() }
        }
    }

    /// Ends the holds that have reached their limit at a time after the post, and returns their holders.
    @discardableResult
    func expire(after elapsed: Duration) -> [Holder] {
        var expired: [Holder] = []
        update { ledger in
            let result = ledger.expire(after: elapsed)
            expired = result.expired
            return result.isOver
        }
        return expired
    }

    func begin(_ reason: String, limit: Duration, site: ObserverSite) -> Int? {
        state.withLock { $0.ledger.begin(reason, limit: limit, site: site) }
    }

    func end(_ id: Int) {
        update { $0.end(id) }
    }

    func isPending(_ id: Int) -> Bool {
        state.withLock { $0.ledger.isPending(id) }
    }

    /// Changes the ledger, and calls the waiting closure when that ended the last hold.
    private func update(_ change: (inout HoldLedger) -> Bool) {
        let (bodies, overran): ([@Sendable ([Holder]) -> Void], [Holder]) = state.withLock { state in
            guard change(&state.ledger) else { return ([], []) }
            let bodies = state.whenOver
            state.whenOver = []
            return (bodies, state.ledger.overran)
        }
        for body in bodies {
            body(overran)
        }
    }
}

/// The holds on a "will" message and their limits; a pure value.
///
/// Times are durations since the message was posted.
struct HoldLedger {
    private struct Entry {
        let id: Int
        let holder: HoldSet.Holder
    }

    private let maximum: Duration
    private var entries: [Entry] = []
    private var lastID = 0
    private(set) var overran: [HoldSet.Holder] = []
    /// Whether the poster is waiting.
    private var isAwaited = false
    /// Whether the wait is over, after which the message can't be held.
    private(set) var isOver = false

    init(maximum: Duration) {
        self.maximum = maximum
    }

    /// The holders that haven't ended, in the order in which they began.
    var pending: [HoldSet.Holder] {
        entries.map(\.holder)
    }

    /// The time at which the next holder reaches its limit.
    var nextDeadline: Duration? {
        entries.map(\.holder.limit).min()
    }

    /// Begins a hold, limited to the poster's maximum; returns nil when the wait is over.
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

    /// Whether a hold is pending.
    func isPending(_ id: Int) -> Bool {
        entries.contains { $0.id == id }
    }

    /// Ends a hold; returns whether that ended the wait.
    mutating func end(_ id: Int) -> Bool {
        entries.removeAll { $0.id == id }
        return finishIfPossible()
    }

    /// Begins the wait; returns whether it's over at once.
    mutating func await() -> Bool {
        isAwaited = true
        return finishIfPossible()
    }

    /// Ends the holds that have reached their limit; returns whether that ended the wait.
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
