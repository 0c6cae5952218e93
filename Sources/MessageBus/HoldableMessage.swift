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
