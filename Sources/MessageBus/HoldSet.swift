import Synchronization

/// A message that announces something, which an observer can delay for a bounded time.
///
/// The runtime's own messages are the only ones: a program or plugin can hold them,
/// and declares none of its own.
///
/// ```swift
/// bus.observe(WillEnterBackground.self) { message in
///     let hold = message.hold("saving", for: .seconds(2))
///     save { hold.end() }
/// }
/// ```
public protocol HoldableMessage: BusMessage {
    /// The holds on this message.
    var holds: HoldSet { get }
}

extension HoldableMessage {
    /// Delays what the message announces until the hold ends, or until a limit after the post.
    ///
    /// The poster may allow less time. Begin the hold while the message is being
    /// delivered: one that begins after the wait isn't pending.
    public func hold(
        _ reason: String,
        for limit: Duration,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line
    ) -> Hold {
        let site = ObserverSite(owner: owner, file: file, line: line)
        return Hold(set: holds, id: holds.begin(reason, limit: limit, site: site))
    }
}

extension NotificationBus {
    /// Delivers a message that can be held, and returns the holds to wait for.
    ///
    /// Post it on the main thread if main-actor observers are to hold it:
    /// from another thread it reaches them only after this has returned.
    package func postHoldable<M: HoldableMessage>(_ message: M, owner: Owner = .host) -> HoldSet {
        post(message, owner: owner)
        return message.holds
    }
}

/// A hold on a "will" message; its poster waits until the hold ends, is released, or reaches its limit.
public final class Hold: Sendable {
    private let set: HoldSet
    /// Nil if the hold came too late.
    private let id: Int?

    init(set: HoldSet, id: Int?) {
        self.set = set
        self.id = id
    }

    deinit {
        end()
    }

    /// Whether the poster waits for the hold; false when it ended, reached its limit or came too late.
    package var isPending: Bool {
        self.set.pending.contains { $0.id == id }
    }

    /// Ends the hold; may be called on any thread, and more than once.
    public func end() {
        if let id { set.end(id) }
    }
}

/// The holds on one "will" message.
///
/// It starts no timer and knows no clock: the poster of the message calls
/// `expire(after:)` when a deadline may have passed. Times count from the post.
public final class HoldSet: Sendable {
    /// A hold that hasn't ended.
    package struct Holder: Hashable, Sendable {
        let id: Int
        /// The reason, such as "saving".
        package let reason: String
        package let site: ObserverSite
        /// The longest the hold may last.
        package let limit: Duration
    }

    private struct State {
        var holders: [Holder] = []
        var lastID = 0
        var isAwaited = false
        var whenOver: [@Sendable () -> Void] = []

        /// Whether the wait is over, after which the message can't be held.
        var isOver: Bool { isAwaited && holders.isEmpty }
    }

    private let state = Mutex(State())
    private let maximum: Duration

    /// Creates a set without holds; none lasts longer than the maximum.
    package init(maximum: Duration) {
        self.maximum = maximum
    }

    /// The holders that haven't ended, in the order in which they began.
    package var pending: [Holder] {
        state.withLock { $0.holders }
    }

    /// The time at which the next holder reaches its limit; nil without holds.
    package var nextDeadline: Duration? {
        pending.map(\.limit).min()
    }

    /// Calls the body once all holds have ended; from then on the message can't be held.
    ///
    /// The body is called at once when there are no holds, and otherwise on the
    /// thread that ends the last hold or calls `expire(after:)`, with no lock held.
    package func whenOver(_ body: @escaping @Sendable () -> Void) {
        update { state in
            state.isAwaited = true
            state.whenOver.append(body)
        }
    }

    /// Ends the holds that have reached their limit at a time after the post, and returns their holders.
    @discardableResult
    package func expire(after elapsed: Duration) -> [Holder] {
        update { state in
            let expired = state.holders.filter { $0.limit <= elapsed }
            state.holders.removeAll { $0.limit <= elapsed }
            return expired
        }
    }

    /// Begins a hold and returns its id; nil when the wait is over.
    func begin(_ reason: String, limit: Duration, site: ObserverSite) -> Int? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            state.lastID += 1
            let limit = min(max(limit, .zero), maximum)
            state.holders.append(Holder(id: state.lastID, reason: reason, site: site, limit: limit))
            return state.lastID
        }
    }

    func end(_ id: Int) {
        update { state in state.holders.removeAll { $0.id == id } }
    }

    /// Changes the state, and calls the waiting closures when that ended the wait.
    private func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, bodies) = state.withLock { state in
            let result = change(&state)
            guard state.isOver else { return (result, [] as [@Sendable () -> Void]) }
            defer { state.whenOver = [] }
            return (result, state.whenOver)
        }
        for body in bodies { body() }
        return result
    }
}
