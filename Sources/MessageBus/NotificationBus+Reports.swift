extension NotificationBus {
    /// Returns the counters of each topic, in the order of first use.
    package func statistics() -> [TopicStatistics] {
        topics.all.enumerated().map { $1.statistics(topic: $0) }
    }

    /// Returns every observer and sequence, by topic in the order of first use, then in registration order.
    package func observers() -> [ObserverInfo] {
        topics.all.enumerated().flatMap { index, topic in
            topic.list.observers.map {
                ObserverInfo(topic: index, messageName: topic.name, site: $0.site, delivery: $0.delivery)
            }
        }
    }

    /// Returns a warning for each topic that has as many observers as the threshold, or more.
    package func leakWarnings() -> [LeakWarning] {
        topics.all.compactMap { topic in
            guard topic.list.count >= environment.leakWarningThreshold else { return nil }
            return LeakWarning(messageName: topic.name, sites: topic.list.observers.map(\.site))
        }
    }
}

/// An observer of a bus, for tools that show who observes what.
public struct ObserverInfo: Hashable, Sendable {
    /// The number of the topic, which `TopicStatistics` has too; two message types may have the same name.
    public let topic: Int

    /// The name of the message type, or of the notification.
    public let messageName: String

    let site: ObserverSite

    /// The place where the observer is called.
    public let delivery: ObserverDelivery

    /// The party that observes.
    public var owner: Owner { site.owner }

    /// The file and the line that added the observer, as `Module/File.swift:12`.
    public var place: String { site.place }
}

/// The place where an observer of a bus is called.
public enum ObserverDelivery: String, Hashable, Sendable {
    /// On the main actor.
    case mainActor
    /// On the posting thread.
    case anyThread
    /// Into the buffer of an asynchronous sequence.
    case sequence
}

/// The counters of a bus's topic since its first use.
public struct TopicStatistics: Hashable, Sendable {
    /// The number of the topic, in the order of first use.
    public let topic: Int
    /// The name of the message type, or of the notification.
    public let messageName: String
    /// Whether the topic is that of a named notification.
    public let isNamed: Bool
    /// Whether the bus keeps the topic's last message.
    public let isSticky: Bool
    /// The number of posts, without those refused for their depth.
    public let posts: Int
    /// The number of calls of observers and arrivals in sequences, including replays.
    public let deliveries: Int
    /// The number of messages that full sequences dropped.
    public let dropped: Int
    /// The number of observers that threw, plus the posts refused for their depth.
    public let failures: Int
    /// The number of observers and sequences now.
    public let observers: Int

    /// Creates counters, for the tests of a tool.
    public init(
        topic: Int,
        messageName: String,
        isNamed: Bool = false,
        isSticky: Bool = false,
        posts: Int = 0,
        deliveries: Int = 0,
        dropped: Int = 0,
        failures: Int = 0,
        observers: Int = 0
    ) {
        self.topic = topic
        self.messageName = messageName
        self.isNamed = isNamed
        self.isSticky = isSticky
        self.posts = posts
        self.deliveries = deliveries
        self.dropped = dropped
        self.failures = failures
        self.observers = observers
    }
}

/// A report of a message type with suspiciously many observers, and where they were added.
public struct LeakWarning: Sendable {
    /// The name of the message type, or of the notification.
    public let messageName: String

    /// The number of observers.
    public let observers: Int

    /// The places that added the observers with their numbers, in descending order.
    let sites: [(site: ObserverSite, observers: Int)]

    init(messageName: String, sites: [ObserverSite]) {
        self.messageName = messageName
        observers = sites.count
        self.sites = Dictionary(sites.map { ($0, 1) }, uniquingKeysWith: +).map { ($0.key, $0.value) }.sorted {
            // Equal counts get a fixed order, because a dictionary has none.
            ($1.observers, $0.site.file, $0.site.line) < ($0.observers, $1.site.file, $1.site.line)
        }
    }
}

extension LeakWarning: CustomStringConvertible {
    /// A sentence with the message and the place that added most of its observers.
    public var description: String {
        let most = sites.first.map { site, count in
            "; \(count) of them were added at \(site.file):\(site.line)"
                + (site.owner == .host ? "" : " by '\(site.owner)'")
        }
        return """
            '\(messageName)' has \(observers) observers\(most ?? ""). Observers that aren't cancelled are never \
            released.
            """
    }
}

/// The numbers of observers at which a topic warns of a leak; a pure value.
///
/// The first warning comes at the threshold, and another each time the highest
/// number so far has grown by half the threshold. Adding and cancelling in turn
/// warns once.
struct LeakMonitor {
    private let threshold: Int
    private var next: Int

    init(threshold: Int) {
        self.threshold = threshold
        next = threshold
    }

    mutating func shouldWarn(observers: Int) -> Bool {
        guard observers >= next else { return false }
        next = observers + max(1, threshold / 2)
        return true
    }
}

/// A message about something that has an owner, such as a window or a command.
///
/// The runtime posts such messages itself. The subject tells tools whose doing
/// a message is about, for example to leave out their own windows.
package protocol MessageWithSubject {
    /// The party that the message is about.
    var subject: Owner { get }
}
