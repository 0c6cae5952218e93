/// Says that a message type has suspiciously many observers, and where they were made.
public struct LeakWarning: Hashable, Sendable {
    /// The place where some of the observers were made.
    public struct Site: Hashable, Sendable {
        /// Who they were made for.
        public let owner: Owner
        /// The file, as `Module/File.swift`.
        public let file: String
        /// The line.
        public let line: Int
        /// How many were made there.
        public let observers: Int
    }

    /// The message's name.
    public let messageName: String

    /// How many observers there are.
    public let observers: Int

    /// Where they were made, the place with the most first.
    public let sites: [Site]

    /// The place that made more than 30 % of them; nil when they come from all over.
    public var dominatingSite: Site? {
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
            // Equal counts in a fixed order, since a dictionary has none.
            if $0.observers != $1.observers { return $0.observers > $1.observers }
            return ($0.file, $0.line, $0.owner) < ($1.file, $1.line, $1.owner)
        }
    }
}
