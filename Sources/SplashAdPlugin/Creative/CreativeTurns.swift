/// The turns of creatives with weights.
///
/// After any number of shows, each creative has been shown as often as its share
/// of the weights says, rounded down or up. This is Balinski and Young's quota
/// method ("The Quota Method of Apportionment", 1975): among the creatives whose
/// next show doesn't exceed their share rounded up, the one whose next show is
/// due first.
///
/// Instead of counts, each creative keeps a credit: the shows that its share
/// gave it, minus the shows that it had. A show adds its share to every creative
/// in the pool and takes one from the creative that was shown. A creative that is
/// new, or could not be shown for a while, therefore starts level with the
/// others: it neither takes all turns to catch up nor waits for theirs. A credit
/// always stays below one show.
struct CreativeTurns: Hashable, Sendable {
    /// One creative that could be next.
    struct Turn: Hashable, Sendable {
        var creative: SplashCreative
        /// The shows that its share gave it, minus the shows that it had.
        var credit = 0.0
        /// Whether it can be shown at once.
        var isReady = true
    }

    /// The creatives with their credits, which add up to zero.
    private(set) var turns: [Turn]

    /// Creates turns; credits out of range are clamped.
    init(_ turns: [Turn]) {
        self.turns = turns
        for index in turns.indices where !(turns[index].credit.magnitude <= CreativeTurns.most) {
            self.turns[index].credit = turns[index].credit > 0 ? CreativeTurns.most : -CreativeTurns.most
        }
        level()
    }

    /// The creative to show next; among equals a ready one, then the first.
    var due: SplashCreative? { dueIndex.map { turns[$0].creative } }

    mutating func give(to id: String) {
        guard let shown = turns.firstIndex(where: { $0.creative.id == id }) else { return }
        let weights = weights
        for index in turns.indices { turns[index].credit += turns[index].weight / weights }
        turns[shown].credit -= 1
    }

    /// The creatives in the order of their next turns.
    var order: [SplashCreative] {
        var rest = self
        var order: [SplashCreative] = []
        // Leaving out the creatives that had their turn doesn't change the order of the others.
        while let next = rest.dueIndex {
            let creative = rest.turns[next].creative
            order.append(creative)
            rest.turns.remove(at: next)
        }
        return order
    }

    /// The credits to store, by id, without those that are zero.
    var credits: [String: Double] {
        Dictionary(turns.filter { $0.credit.magnitude > CreativeTurns.least }.map { ($0.creative.id, $0.credit) }) {
            first,
            _ in first
        }
    }

    // MARK: - Arithmetic

    private var weights: Double { turns.reduce(0) { $0 + $1.weight } }

    private var dueIndex: Int? {
        let weights = weights
        // There always is one: with the next show's shares the credits add up to one. Rounding is far below a share.
        let started = turns.indices.filter {
            turns[$0].credit + turns[$0].weight / weights > CreativeTurns.least
        }
        return (started.isEmpty ? Array(turns.indices) : started).min { turns[$0].isBefore(turns[$1]) }
    }

    /// Spreads the credits of creatives that are gone over the others, by their shares.
    private mutating func level() {
        let weights = weights
        let sum = turns.reduce(0) { $0 + $1.credit }
        guard sum.magnitude > CreativeTurns.least else { return }
        for index in turns.indices { turns[index].credit -= sum * turns[index].weight / weights }
    }

    /// The largest credit or debt, so that a foreign value in the store cannot hold back a creative for long.
    private static let most = 1.0

    /// Smaller than any difference between two shares, and larger than any rounding.
    fileprivate static let least = 1e-7
}

extension CreativeTurns.Turn {
    fileprivate var weight: Double { Double(min(max(1, creative.weight), 1000)) }

    /// Whether its next show is due first: by the missing part of a show, divided by its weight.
    fileprivate func isBefore(_ other: Self) -> Bool {
        let own = (1 - credit) * other.weight
        let others = (1 - other.credit) * weight
        let difference = own - others
        return difference.magnitude < CreativeTurns.least ? isReady && !other.isReady : difference < 0
    }
}
