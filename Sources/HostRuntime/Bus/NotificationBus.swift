import Synchronization

/// A dispatcher of messages from their posters to the observers of their types.
///
/// Synchronous by default: a post returns when its observers have been called,
/// in registration order. Every member may be used on any thread and inside an
/// observer; no lock is held while an observer, a hook or a deinit runs. Releasing
/// the bus ends every registration.
public final class NotificationBus: Sendable {
    let topics = TopicTable()
    let hooks: BusHooks
    let bridges = BridgeCounts()
    @usableFromInline let unheard: UnheardTopics

    /// Creates a bus without observers.
    ///
    /// The host logs a warning when a message type reaches the threshold of
    /// observers, and again at every further half of it; 0 never warns.
    public convenience init(leakWarningThreshold: Int = 200) {
        self.init(mailbox: MainMailbox(), leakWarningThreshold: leakWarningThreshold)
    }

    init(mailbox: MainMailbox, leakWarningThreshold: Int = 200) {
        hooks = BusHooks(mailbox: mailbox, leakWarningThreshold: leakWarningThreshold) { [weak topics] in
            topics?.setReported($0)
        }
        unheard = hooks.unheard
        MemoryFence.prepare()
    }

    deinit {
        for topic in topics.all {
            topic.list.close()
        }
    }

    // MARK: - Posting

    /// Delivers a message to every current observer, in registration order.
    ///
    /// A message posted inside an observer is delivered at once, before the
    /// current one continues. Past a depth of 64 it's neither delivered nor kept,
    /// and the host logs an error with the chain of messages. An observer that is
    /// added meanwhile isn't called, nor is one that is cancelled meanwhile. An
    /// observer that throws is reported; the others are still called.
    ///
    /// On the main thread, main-actor observers are called before this returns.
    /// On other threads they're called soon: messages from all threads arrive
    /// first in, first out. Every observer sees one thread's posts in their order.
    /// There is no order between threads, so a post on the main thread overtakes
    /// messages that are still on their way. While 100,000 of them wait, a post on
    /// another thread takes a millisecond.
    @inlinable
    public func post<M: BusMessage>(_ message: M, owner: Owner = .host) {
        if unheard.countPost(UInt(bitPattern: ObjectIdentifier(M.self))) { return }
        withUnsafePointer(to: message) { address in
            let address = UnsafeRawPointer(address)
            while !post(address, ofType: ObjectIdentifier(M.self), owner: owner) {
                // The first post of the type: make its topic.
                _ = find(M.self)
            }
        }
    }

    /// Posts the message at an address; returns false if its type has no topic yet.
    ///
    /// Not generic, so that a post of another module is one call.
    @usableFromInline
    func post(_ message: UnsafeRawPointer, ofType type: ObjectIdentifier, owner: Owner) -> Bool {
        guard let topic = topics.find(UInt(bitPattern: type)) else { return false }
        return Topic.post(message, to: topic, owner: owner)
    }

    // MARK: - Observing

    /// Calls the body on the main actor for every message of the type, until the subscription ends.
    ///
    /// A sticky value is replayed exactly once, before any newer one: on the main
    /// thread before this method returns, and on other threads shortly after.
    public func observe<M: BusMessage>(
        _ type: M.Type,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor (M) throws -> Void
    ) -> Subscription {
        add(find(type), .mainActor, ObserverSite(owner: owner, file: file, line: line), body)
    }

    /// Calls the body on the posting thread, for every message of the type.
    ///
    /// Two threads that post at the same time call it at the same time. A sticky
    /// value is replayed before this returns; messages that other threads post
    /// during the replay are delivered on this thread, after it. Threads that keep
    /// posting meanwhile are slowed after a thousand messages, so that it ends.
    public func observeOnAnyThread<M: BusMessage>(
        _ type: M.Type,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (M) throws -> Void
    ) -> Subscription {
        add(find(type), .anyThread, ObserverSite(owner: owner, file: file, line: line), body)
    }

    /// Returns the messages of the type from now on as an asynchronous sequence; a sticky value comes first.
    public func messages<M: BusMessage>(
        of type: M.Type,
        buffer policy: BufferPolicy = .newest(64),
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line
    ) -> MessageSequence<M> {
        makeSequence(find(type), policy, ObserverSite(owner: owner, file: file, line: line))
    }

    // MARK: - Sticky values

    /// Returns the value that a sticky message type keeps; nil before the first post and after clearing.
    public func lastValue<M: BusMessage>(of type: M.Type) -> M? {
        find(type).takeUnretainedValue().list.sticky?.value(as: type)
    }

    /// Removes the value of a sticky message type, without a post.
    func clearSticky<M: BusMessage>(_ type: M.Type) {
        _ = find(type).takeUnretainedValue().list.clearSticky { _ in true }
    }

    /// Removes every sticky value that the owner posted.
    func clearSticky(owner: Owner) {
        for topic in topics.sticky {
            _ = topic.list.clearSticky { $0.owner == owner }
        }
    }

    // MARK: - Topics

    @usableFromInline
    func find<M: BusMessage>(_ type: M.Type) -> Unmanaged<Topic> {
        let key = UInt(bitPattern: ObjectIdentifier(type))
        return topics.find(key) ?? insert(type, key)
    }

    private func insert<M: BusMessage>(_ type: M.Type, _ key: TopicTable.Key) -> Unmanaged<Topic> {
        topics.find(key) {
            Topic(type, key, name: { M.messageName }, isSticky: M.isSticky, hooks: hooks)
        }
    }

    /// Adds an observer of the topic, whose messages are of the closure's type; the topic calls it only as `kind` says.
    func add<M: Sendable>(
        _ topic: Unmanaged<Topic>,
        _ kind: Observer.Kind,
        _ site: ObserverSite,
        replays: Bool = true,
        onEnd: (@Sendable (_ cancelled: Bool) -> Void)? = nil,
        _ body: @escaping @MainActor (M) throws -> Void
    ) -> Subscription {
        topic._withUnsafeGuaranteedRef {
            $0.observe(kind: kind, site: site, replays: replays, onEnd: onEnd, body: Observer.erase(body))
        }
    }

    func makeSequence<M: Sendable>(
        _ topic: Unmanaged<Topic>,
        _ policy: BufferPolicy,
        _ site: ObserverSite
    ) -> MessageSequence<M> {
        let topic = topic.takeUnretainedValue()
        let buffer = MessageBuffer(topic.layout, policy)
        let subscription = topic.observe(
            kind: .sequence,
            site: site,
            onEnd: { cancelled in buffer.finish(discarding: cancelled) },
            prefill: { box in box.withMessage { _ = buffer.put($0) } },
            body: { [unowned topic] message in
                if !buffer.put(message) { topic.dropped.wrappingAdd(1, ordering: .relaxed) }
            }
        )
        return MessageSequence(buffer: buffer, subscription: subscription)
    }
}
