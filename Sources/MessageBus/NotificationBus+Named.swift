import Synchronization

extension NotificationBus {
    /// Posts a notification by name, with the rules of `post(_:owner:)`.
    public func post(named name: NotificationName, _ values: [String: PlainValue] = [:], owner: Owner = .host) {
        let topic = find(name)
        withUnsafePointer(to: NamedNotification(name: name, values: values)) { address in
            topic._withUnsafeGuaranteedRef { $0.post(address, owner: owner) }
        }
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
    /// A post reaches each observer once, however many bridges lead to it, and
    /// whoever made them: the first one that can carry it does. An observer's own
    /// posts in response are posts like any other. A notification for which `decode`
    /// returns nil doesn't cross. A sticky value crosses when the first bridge
    /// between the type and the name is added.
    public func bridge<M: BusMessage>(
        _ type: M.Type,
        to name: NotificationName,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line,
        encode: @escaping @Sendable (M) -> [String: PlainValue],
        decode: @escaping @Sendable ([String: PlainValue]) -> M?
    ) -> Subscription {
        let site = ObserverSite(owner: owner, file: file, line: line)
        let ends = BridgeCounts.Ends(type: ObjectIdentifier(type), name: name)
        // Unowned is safe: the bus ends its observers when it's released.
        let encoding: @Sendable (M) -> Void = { [unowned self] message in
            carry(to: find(name), owner) { NamedNotification(name: name, values: encode(message)) }
        }
        let decoding: @Sendable (NamedNotification) -> Void = { [unowned self] notification in
            carry(to: find(type), owner) { decode(notification.values) }
        }
        let isFirst = bridges.add(ends)
        let onEnd: @Sendable (Bool) -> Void = { [bridges] _ in bridges.remove(ends) }
        let there = add(find(type), .anyThread, site, replays: isFirst, onEnd: onEnd, encoding)
        let back = add(find(name), .anyThread, site, decoding)
        return Subscription(joining: [there, back])
    }

    /// Posts the message that a bridge makes of the one being delivered, unless that has reached the topic.
    private func carry<M>(to topic: Unmanaged<Topic>, _ owner: Owner, _ make: () -> M?) {
        guard let route = PostingThread.current.extendRoute(to: topic) else { return }
        // Another bridge may be able to carry it.
        guard let message = make() else { return route.remove(topic) }
        withUnsafePointer(to: message) { address in
            topic._withUnsafeGuaranteedRef { $0.post(address, owner: owner, route: route) }
        }
    }

    private func find(_ name: NotificationName) -> Unmanaged<Topic> {
        topics.find(name.key)
            ?? topics.find(name.key) {
                Topic(NamedNotification.self, name: { name.text }, isSticky: false, environment: environment)
            }
    }
}

/// The numbers of bridges between a type and a name.
final class BridgeCounts: Sendable {
    struct Ends: Hashable {
        let type: ObjectIdentifier
        let name: NotificationName
    }

    private let counts = Mutex<[Ends: Int]>([:])

    /// Adds a bridge, and returns whether it's the first one between its ends.
    func add(_ ends: Ends) -> Bool {
        counts.withLock { counts in
            counts[ends, default: 0] += 1
            return counts[ends] == 1
        }
    }

    func remove(_ ends: Ends) {
        counts.withLock { counts in
            let rest = counts[ends, default: 1] - 1
            counts[ends] = rest > 0 ? rest : nil
        }
    }
}
