import Synchronization

extension NotificationBus {
    /// Posts every message of the type under the name too, and the other way round, until cancelled.
    ///
    /// A post reaches each observer once, however many bridges lead to it, and
    /// whoever made them: the first one that can carry it does. An observer's own
    /// posts in response are posts like any other. What `encode` or `decode` returns nil
    /// for doesn't cross. A sticky value crosses when the first bridge between the
    /// type and the name is added.
    public func bridge<M: BusMessage>(
        _ type: M.Type,
        to name: NotificationName,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line,
        encode: @escaping @Sendable (M) -> [String: PlainValue]?,
        decode: @escaping @Sendable ([String: PlainValue]) -> M?
    ) -> Subscription {
        let site = ObserverSite(owner: owner, file: file, line: line)
        let ends = BridgeCounts.Ends(type: ObjectIdentifier(type), name: name)
        // Unowned is safe: the bus ends its observers when it's released.
        let encoding: @Sendable (M) -> Void = { [unowned self] message in
            carry(to: find(name), owner) { encode(message).map { NamedNotification(name: name, values: $0) } }
        }
        let decoding: @Sendable (NamedNotification) -> Void = { [unowned self] notification in
            carry(to: find(type), owner) { decode(notification.values) }
        }
        let isFirst = bridges.add(1, between: ends) == 1
        let onEnd: @Sendable (Bool) -> Void = { [bridges] _ in bridges.add(-1, between: ends) }
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
}

/// The topics that one post has reached over bridges, each of which it reaches once.
///
/// Only the thread that posts uses it.
final class Route {
    private var topics: [UnsafeRawPointer] = []

    init(from topic: Unmanaged<Topic>?) {
        if let topic { _ = add(topic) }
    }

    /// Adds a topic; returns false if it's there already.
    func add(_ topic: Unmanaged<Topic>) -> Bool {
        let address = UnsafeRawPointer(topic.toOpaque())
        guard !topics.contains(address) else { return false }
        topics.append(address)
        return true
    }

    func remove(_ topic: Unmanaged<Topic>) {
        topics.removeAll { $0 == UnsafeRawPointer(topic.toOpaque()) }
    }
}

/// The numbers of bridges between a type and a name.
final class BridgeCounts: Sendable {
    struct Ends: Hashable {
        let type: ObjectIdentifier
        let name: NotificationName
    }

    private let counts = Mutex<[Ends: Int]>([:])

    /// Changes the number of bridges between two ends, and returns it.
    @discardableResult func add(_ change: Int, between ends: Ends) -> Int {
        counts.withLock { counts in
            let count = counts[ends, default: 0] + change
            counts[ends] = count > 0 ? count : nil
            return count
        }
    }
}
