extension NotificationBus {
    /// Returns the counters of each topic, in the order of first use.
    func statistics() -> [TopicStatistics] {
        topics.all.map(\.statistics)
    }

    /// Returns every observer and sequence, by topic in the order of first use, then in registration order.
    func observers() -> [ObserverInfo] {
        topics.all.flatMap { topic in
            topic.list.observers.map { ObserverInfo(messageName: topic.name, site: $0.site, delivery: $0.kind) }
        }
    }
}

/// An observer of a bus, for inspection.
struct ObserverInfo: Hashable, Sendable {
    let messageName: String
    let site: ObserverSite
    let delivery: Observer.Kind
}

/// The counters of a bus's topic since its first use.
struct TopicStatistics: Hashable, Sendable {
    let messageName: String
    /// The number of posts, without those refused for their depth.
    let posts: Int
    /// The number of calls of observers and arrivals in sequences, including replays.
    let deliveries: Int
    /// The number of messages that full sequences dropped.
    let dropped: Int
    /// The number of observers that threw, plus the posts refused for their depth.
    let failures: Int
    /// The number of observers and sequences now.
    let observers: Int
}

/// A post, as a transcript shows it.
struct PostedMessage: Hashable, Sendable {
    let messageName: String

    /// The message's description, or its name if it has none.
    let text: String
    let owner: Owner

    /// The number of deliveries that it's nested in on its thread.
    let depth: Int
    let isOnMainThread: Bool
}
