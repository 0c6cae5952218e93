/// Whose turn it is among creatives with weights.
///
/// After any number of shows each creative was shown as often as its share of
/// the weights says, rounded down or up. That is Balinski and Young's quota method
/// ("The Quota Method of Apportionment", 1975): of those whose next show would
/// not be more than their share rounded up, the one with the least (shows + 1) /
/// weight. Without the first half, or with the least shows / weight, weights such
/// as 1000, 1, 1 and 1 stray by several shows.
struct CreativeTurns: Hashable, Sendable {
    /// One creative that could be next.
    struct Turn: Hashable, Sendable {
        var creative: SplashCreative
        /// How often it was shown.
        var shown: Int
        /// Whether it can be shown at once.
        var isReady: Bool
    }

    private let turns: [Turn]

    init(_ turns: [Turn]) {
        self.turns = turns
    }

    /// The one to show next; of equals one that is ready, then the first.
    var due: SplashCreative? {
        let weights = turns.reduce(0) { $0 + $1.weight }
        let next = turns.reduce(1) { $0 + $1.count }
        // There always is one: the shares of all add up to one more than all shows so far.
        return turns.filter { $0.count * weights < next * $0.weight }.min { $0.isBefore($1) }?.creative
    }
}

extension CreativeTurns.Turn {
    // Bounded, so that no product overflows whatever is in the store.
    fileprivate var count: Int { min(max(0, shown), 1_000_000) }
    fileprivate var weight: Int { min(max(1, creative.weight), 1000) }

    fileprivate func isBefore(_ other: Self) -> Bool {
        let own = (count + 1) * other.weight
        let others = (other.count + 1) * weight
        return own == others ? isReady && !other.isReady : own < others
    }
}
