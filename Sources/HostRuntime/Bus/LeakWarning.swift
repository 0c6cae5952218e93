/// A report of a message type with suspiciously many observers, and where they were added.
struct LeakWarning: Hashable, Sendable {
    /// A place that added observers.
    struct Site: Hashable, Sendable {
        /// The owner of the observers.
        let owner: Owner
        /// The file, as `Module/File.swift`.
        let file: String
        /// The line.
        let line: Int
        /// The number of observers that were added there.
        let observers: Int
    }

    /// The message's name.
    let messageName: String

    /// The number of observers.
    let observers: Int

    /// The places that added the observers, in descending order of their number.
    let sites: [Site]

    /// The place that added more than 30 % of them; nil if there is none.
    var dominatingSite: Site? {
        sites.first.flatMap { $0.observers * 10 > observers * 3 ? $0 : nil }
    }

    init(messageName: String, sites: [ObserverSite]) {
        self.messageName = messageName
        observers = sites.count
        var counts: [ObserverSite: Int] = [:]
        for site in sites {
            counts[site, default: 0] += 1
        }
        self.sites = counts.map { site, count in
            Site(owner: site.owner, file: site.file, line: site.line, observers: count)
        }
        .sorted {
            // Equal counts get a fixed order, because a dictionary has none.
            if $0.observers != $1.observers { return $0.observers > $1.observers }
            return ($0.file, $0.line, $0.owner) < ($1.file, $1.line, $1.owner)
        }
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

    /// Creates a monitor; with a threshold below 1 it never warns.
    init(threshold: Int) {
        self.threshold = threshold
        next = threshold
    }

    /// Returns whether a warning is due for a number of observers.
    mutating func shouldWarn(observers: Int) -> Bool {
        guard threshold > 0, observers >= next else { return false }
        next = observers + max(1, threshold / 2)
        return true
    }
}
