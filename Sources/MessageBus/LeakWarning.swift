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
