import Synchronization

/// A dispatcher of messages from their posters to the observers of their types.
///
/// Synchronous by default: a post returns when its observers have been called,
/// in registration order. Every member may be used on any thread and inside an
/// observer; no lock is held while an observer, a hook or a deinit runs. Releasing
/// the bus ends every registration.
public final class NotificationBus: Sendable {
    let topics: TopicTable
    package let listeners = BusListeners()
    let bridges = BridgeCounts()
    let environment: Topic.Environment
    private let mailbox: MainMailbox

    /// Creates a bus without observers.
    ///
    /// A warning is reported when a message type reaches the threshold of observers,
    /// and again at every further half of it; 0 never warns. `report` is called with
    /// each warning, and with each failure: an observer that threw, or a post that was
    /// nested too deep. It's called on the thread of the event, with no lock held;
    /// what happens inside it isn't reported. A host writes both to its log.
    public convenience init(
        leakWarningThreshold: Int = 200,
        report: (@Sendable (BusEvent) -> Void)? = nil
    ) {
        self.init(mailbox: MainMailbox(), leakWarningThreshold: leakWarningThreshold)
        if let report { listeners.add(report) }
    }

    init(mailbox: MainMailbox, leakWarningThreshold: Int = 200) {
        self.mailbox = mailbox
        topics = mailbox.topics
        environment = Topic.Environment(
            mailbox: mailbox,
            listeners: listeners,
            leakWarningThreshold: leakWarningThreshold < 1 ? .max : leakWarningThreshold
        )
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
    /// first in, first out. Every observer sees one thread's posts of a type in their
    /// order, except one from inside an observer of that type, which later observers
    /// get first. There is no order between threads, so a post on the main thread overtakes
    /// messages that are still on their way. While 100,000 of them wait, a post on
    /// another thread takes a millisecond.
    public func post<M: BusMessage>(_ message: M, owner: Owner = .host) {
        find(M.self)._withUnsafeGuaranteedRef { topic in
            // Decided here, because the message's address costs more than all else of a post to nobody.
            guard topic.isHeard else { return topic.list.countPost() }
            withUnsafePointer(to: message) { topic.post($0, owner: owner) }
        }
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
        find(type).takeUnretainedValue().list.stickyMessage as? M
    }

    /// Removes the value of a sticky message type, without a post.
    func clearSticky<M: BusMessage>(_ type: M.Type) {
        find(type).takeUnretainedValue().list.clearSticky()
    }

    /// Removes every sticky value that the owner posted.
    package func clearSticky(owner: Owner) {
        for topic in topics.all where topic.isSticky {
            topic.list.clearSticky(of: owner)
        }
    }

    // MARK: - Topics

    /// Returns the topic of a type, which lives as long as the bus.
    @inline(__always)
    func find<M: BusMessage>(_ type: M.Type) -> Unmanaged<Topic> {
        let key = UInt(bitPattern: ObjectIdentifier(type))
        return topics.find(key) ?? insert(type, key)
    }

    private func insert<M: BusMessage>(_ type: M.Type, _ key: TopicTable.Key) -> Unmanaged<Topic> {
        topics.find(key) {
            Topic(type, name: { M.messageName }, isSticky: M.isSticky, environment: environment)
        }
    }

    /// Adds an observer of the topic, whose messages are of the closure's type; the topic calls it only as `delivery` says.
    func add<M: Sendable>(
        _ topic: Unmanaged<Topic>,
        _ delivery: ObserverDelivery,
        _ site: ObserverSite,
        replays: Bool = true,
        onEnd: Observer.End? = nil,
        _ body: @escaping @MainActor (M) throws -> Void
    ) -> Subscription {
        topic._withUnsafeGuaranteedRef {
            $0.observe(delivery, site: site, replays: replays, onEnd: onEnd, body: Observer.erase(body))
        }
    }

    func makeSequence<M: Sendable>(
        _ topic: Unmanaged<Topic>,
        _ policy: BufferPolicy,
        _ site: ObserverSite
    ) -> MessageSequence<M> {
        let buffer = MessageBuffer(policy)
        let subscription = topic._withUnsafeGuaranteedRef {
            $0.observe(
                .sequence,
                site: site,
                onEnd: { cancelled in buffer.finish(discarding: cancelled) },
                prefill: { _ = buffer.put($0) },
                body: { message in topic._withUnsafeGuaranteedRef { $0.put(message, into: buffer) } }
            )
        }
        return MessageSequence(buffer: buffer, subscription: subscription)
    }
}
