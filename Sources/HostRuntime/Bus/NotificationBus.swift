import Synchronization

/// Carries messages from whoever posts them to whoever observes their type.
///
/// Synchronous by default: a post returns when its observers have been called,
/// in registration order. Every member may be used from any thread and from
/// inside an observer; no lock is held while an observer, a hook or a deinit
/// runs. Releasing the bus ends every registration.
public final class NotificationBus: Sendable {
    @usableFromInline let topics = TopicTable()
    let hooks: BusHooks

    /// Creates a bus without observers.
    ///
    /// A message type that reaches the threshold of observers is reported to
    /// `onLeakWarning`, and again at every further half of it; 0 never warns.
    public convenience init(leakWarningThreshold: Int = 200) {
        self.init(mailbox: MainMailbox(), leakWarningThreshold: leakWarningThreshold)
    }

    init(mailbox: MainMailbox, leakWarningThreshold: Int = 200) {
        hooks = BusHooks(mailbox: mailbox, leakWarningThreshold: leakWarningThreshold)
    }

    deinit {
        for topic in topics.all {
            topic.list.close()
        }
    }

    // MARK: - Posting

    /// Delivers a message to every current observer, in registration order.
    ///
    /// A message posted from inside an observer is delivered at once, before the
    /// current one goes on; past a depth of 64 it is not delivered or kept but
    /// reported to `onFailure` with the chain of messages. An observer added
    /// meanwhile is not called; one cancelled meanwhile is not called any more.
    /// An observer that throws is reported; the others are still called.
    ///
    /// Main-actor observers are called before this returns when it is called on
    /// the main thread, otherwise soon: letters from all threads arrive first
    /// in, first out. Every observer sees one thread's posts in their order; no
    /// order holds between threads, so a post on the main thread overtakes
    /// letters that still wait.
    @inlinable
    public func post<M: BusMessage>(_ message: M, owner: Owner = .host) {
        let topic = find(M.self)
        withUnsafePointer(to: message) { address in
            topic._withUnsafeGuaranteedRef { $0.post(UnsafeRawPointer(address), owner: owner) }
        }
    }

    // MARK: - Observing

    /// Calls the body on the main actor for every message of the type, until the subscription ends.
    ///
    /// A sticky value is replayed exactly once and before anything newer: before
    /// this returns on the main thread, otherwise through the mailbox.
    @inlinable
    public func observe<M: BusMessage>(
        _ type: M.Type,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor (M) throws -> Void
    ) -> Subscription {
        // Reason: the topic calls it only where the main actor runs, which it knows at
        // the price of one load; `MainActor.assumeIsolated` costs 40 ns a call.
        let unisolated = unsafeBitCast(body, to: (@Sendable (M) throws -> Void).self)
        return add(find(type), onMain: true, owner: owner, file: file, line: line) { message in
            try unisolated(message.assumingMemoryBound(to: M.self).pointee)
        }
    }

    /// Calls the body on the thread that posts, for every message of the type.
    ///
    /// Two threads that post at once call it at once. A sticky value is replayed
    /// before this returns; what other threads post during the replay is
    /// delivered here, after it.
    @inlinable
    public func observeOnAnyThread<M: BusMessage>(
        _ type: M.Type,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (M) throws -> Void
    ) -> Subscription {
        add(find(type), onMain: false, owner: owner, file: file, line: line) { message in
            try body(message.assumingMemoryBound(to: M.self).pointee)
        }
    }

    /// The messages of the type from now on, as an asynchronous sequence; a sticky value comes first.
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

    /// The value that a sticky message type keeps; nil before the first post and after clearing.
    public func lastValue<M: BusMessage>(of type: M.Type) -> M? {
        let box = find(type).takeUnretainedValue().list.sticky
        return (box as? TypedMessageBox<M>)?.value
    }

    /// Forgets the value of a sticky message type; nobody is told.
    public func clearSticky<M: BusMessage>(_ type: M.Type) {
        _ = find(type).takeUnretainedValue().list.clearSticky { _ in true }
    }

    /// Forgets every sticky value that was posted with the owner's name.
    public func clearSticky(owner: Owner) {
        for topic in topics.all {
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
            Topic(type, name: M.messageName, isSticky: M.isSticky, hooks: hooks)
        }
    }

    /// Adds an observer; the closure takes the address of a message of the topic's type.
    ///
    /// The typed callers are inlined into their modules, where closure and
    /// message type are known: that leaves one call for each observer.
    @usableFromInline
    func add(
        _ topic: Unmanaged<Topic>,
        onMain: Bool,
        owner: Owner,
        file: String,
        line: Int,
        _ body: @escaping @Sendable (UnsafeRawPointer) throws -> Void
    ) -> Subscription {
        topic.takeUnretainedValue().observe(
            kind: onMain ? .mainActor : .anyThread,
            site: ObserverSite(owner: owner, file: file, line: line),
            body: body
        )
    }

    func makeSequence<M: Sendable>(
        _ topic: Unmanaged<Topic>,
        _ policy: BufferPolicy,
        _ site: ObserverSite
    ) -> MessageSequence<M> {
        let buffer = MessageBuffer<M>(policy)
        let topic = topic.takeUnretainedValue()
        let subscription = topic.observe(
            kind: .sequence,
            site: site,
            onEnd: { cancelled in buffer.finish(discarding: cancelled) },
            prefill: { box in
                if let value = (box as? TypedMessageBox<M>)?.value { _ = buffer.put(value) }
            },
            body: { [unowned topic] message in
                if !buffer.put(message.assumingMemoryBound(to: M.self).pointee) {
                    topic.dropped.wrappingAdd(1, ordering: .relaxed)
                }
            }
        )
        return MessageSequence(buffer: buffer, subscription: subscription)
    }
}
