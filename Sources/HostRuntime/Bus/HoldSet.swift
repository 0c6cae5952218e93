import Synchronization

/// The holds on one "will" message.
///
/// It starts no timer and knows no clock: whoever posts the message calls
/// `expire(after:)` when a deadline may have passed.
public final class HoldSet: Sendable {
    /// Who holds the message, and why.
    public struct Holder: Hashable, Sendable {
        /// What the holder is doing.
        public let reason: String
        /// Who it is.
        public let owner: Owner
        /// The file where the hold began, as `Module/File.swift`.
        public let file: String
        /// The line there.
        public let line: Int
        /// How long it may last, counted from the post.
        public let limit: Duration
    }

    private struct State {
        var ledger: HoldLedger
        var whenOver: [@Sendable ([Holder]) -> Void] = []
    }

    private let state: Mutex<State>

    /// Creates a set without holds; none lasts longer than the maximum, counted from the post.
    public init(maximum: Duration) {
        state = Mutex(State(ledger: HoldLedger(maximum: maximum)))
    }

    /// The holders that have not ended, in the order in which they began.
    public var pending: [Holder] {
        state.withLock { $0.ledger.pending }
    }

    /// The holders whose time ran out.
    public var overran: [Holder] {
        state.withLock { $0.ledger.overran }
    }

    /// When the next holder runs over, counted from the post; nil when nobody holds.
    public var nextDeadline: Duration? {
        state.withLock { $0.ledger.nextDeadline }
    }

    /// Calls the body once all holds have ended, with the holders that ran over.
    ///
    /// At once when nobody holds, otherwise on the thread that ends the last
    /// hold or calls `expire(after:)`, with no lock held. From then on nothing
    /// can be held.
    public func whenOver(_ body: @escaping @Sendable (_ overran: [Holder]) -> Void) {
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

    /// Ends the holds whose limit has been reached so long after the post; returns their holders.
    @discardableResult
    public func expire(after elapsed: Duration) -> [Holder] {
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

    /// Changes the ledger; calls who waits when the change was the last.
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
