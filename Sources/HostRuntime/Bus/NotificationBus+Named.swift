import Synchronization

extension NotificationBus {
    /// Posts a notification by name, with the rules of `post(_:owner:)`.
    public func post(named name: NotificationName, _ values: [String: PlainValue] = [:], owner: Owner = .host) {
        if unheard.countPost(name.key) { return }
        post(NamedNotification(name: name, values: values), owner: owner, origin: 0)
    }

    /// Calls the body on the main actor for every notification of the name.
    public func observe(
        named name: NotificationName,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor (NamedNotification) throws -> Void
    ) -> Subscription {
        add(find(name), .mainActor, ObserverSite(owner: owner, file: file, line: line), body)
    }

    /// Calls the body on the posting thread, for every notification of the name.
    public func observeOnAnyThread(
        named name: NotificationName,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (NamedNotification) throws -> Void
    ) -> Subscription {
        add(find(name), .anyThread, ObserverSite(owner: owner, file: file, line: line), body)
    }

    /// Returns the notifications of the name from now on as an asynchronous sequence.
    public func messages(
        named name: NotificationName,
        buffer policy: BufferPolicy = .newest(64),
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line
    ) -> MessageSequence<NamedNotification> {
        makeSequence(find(name), policy, ObserverSite(owner: owner, file: file, line: line))
    }

    /// Posts every message of the type under the name too, and the other way round, until cancelled.
    ///
    /// A post of the bridge never comes back through it, however many bridges it
    /// passes. An observer's own posts in response do cross it. A notification
    /// for which `decode` returns nil doesn't cross. A sticky value crosses when
    /// the bridge is added.
    public func bridge<M: BusMessage>(
        _ type: M.Type,
        to name: NotificationName,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line,
        encode: @escaping @Sendable (M) -> [String: PlainValue],
        decode: @escaping @Sendable ([String: PlainValue]) -> M?
    ) -> Subscription {
        let bridge = BridgeID.next()
        // Unowned is safe: the bus ends its observers when it's released.
        let there = observeOnAnyThread(type, owner: owner, file: file, line: line) { [unowned self] message in
            if PostingThread.current.hasCome(through: bridge) { return }
            post(NamedNotification(name: name, values: encode(message)), owner: owner, origin: bridge)
        }
        let back = observeOnAnyThread(named: name, owner: owner, file: file, line: line) {
            [unowned self] notification in
            if PostingThread.current.hasCome(through: bridge) { return }
            guard let message = decode(notification.values) else { return }
            let topic = find(type)
            _ = withUnsafePointer(to: message) { address in
                Topic.post(UnsafeRawPointer(address), to: topic, owner: owner, origin: bridge)
            }
        }
        return Subscription(joining: [there, back])
    }

    private func post(_ notification: NamedNotification, owner: Owner, origin: UInt64) {
        let topic = find(notification.name)
        _ = withUnsafePointer(to: notification) { address in
            Topic.post(UnsafeRawPointer(address), to: topic, owner: owner, origin: origin)
        }
    }

    private func find(_ name: NotificationName) -> Unmanaged<Topic> {
        topics.find(name.key)
            ?? topics.find(name.key) {
                Topic(NamedNotification.self, name.key, name: { name.text }, isSticky: false, hooks: hooks)
            }
    }
}

/// The ids of bridges, unique in a process.
private enum BridgeID {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 {
        last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}
