/// Whose turn it is among creatives with weights, and what each has coming to it from before.
///
/// After any number of shows each creative was shown as often as its share of
/// the weights says, rounded down or up. That is Balinski and Young's quota method
/// ("The Quota Method of Apportionment", 1975): of those whose next show would
/// not be more than their share rounded up, the one whose next show falls due
/// first.
///
/// What is kept of the past is no number of shows but a credit: the shows that a
/// creative would have had by its share, less those that it had. A show gives
/// credit to those that it was given among, and takes one from the creative that
/// had it. So whoever comes later, or could not be shown for a while, stands
/// level with the others: it neither takes all turns until it has caught up nor
/// waits for them. A credit is in the end less than one show, for however long.
struct CreativeTurns: Hashable, Sendable {
    /// One creative that could be next.
    struct Turn: Hashable, Sendable {
        var creative: SplashCreative
        /// The shows that it would have had by its share, less those that it had.
        var credit = 0.0
        /// Whether it can be shown at once.
        var isReady = true
    }

    /// The creatives with their credits, which are none in sum.
    private(set) var turns: [Turn]

    /// Creates the turns of creatives, with what was kept of their credits by id.
    init(_ turns: [Turn]) {
        self.turns = turns
        for index in turns.indices where !(turns[index].credit.magnitude <= CreativeTurns.most) {
            self.turns[index].credit = turns[index].credit > 0 ? CreativeTurns.most : -CreativeTurns.most
        }
        level()
    }

    /// The one to show next; of equals one that is ready, then the first.
    var due: SplashCreative? { dueIndex.map { turns[$0].creative } }

    /// Gives a turn to a creative.
    mutating func give(to id: String) {
        guard let shown = turns.firstIndex(where: { $0.creative.id == id }) else { return }
        let weights = weights
        for index in turns.indices { turns[index].credit += turns[index].weight / weights }
        turns[shown].credit -= 1
    }

    /// The creatives in the order in which their first turns come, if all are given as they fall due.
    var order: [SplashCreative] {
        var rest = self
        var order: [SplashCreative] = []
        // One that has had its turn is asked for no more: the others follow in the order that they would have.
        while let next = rest.dueIndex {
            let creative = rest.turns[next].creative
            order.append(creative)
            rest.turns.remove(at: next)
        }
        return order
    }

    /// What is to be kept, by id; none for whoever has none.
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
        // There always is one: with the next show's credit they have one show in sum. Rounding is far below a share.
        let started = turns.indices.filter {
            turns[$0].credit + turns[$0].weight / weights > CreativeTurns.least
        }
        return (started.isEmpty ? Array(turns.indices) : started).min { turns[$0].isBefore(turns[$1]) }
    }

    /// Takes what those have left who are not here any more from the others, by their shares.
    private mutating func level() {
        let weights = weights
        let sum = turns.reduce(0) { $0 + $1.credit }
        guard sum.magnitude > CreativeTurns.least else { return }
        for index in turns.indices { turns[index].credit -= sum * turns[index].weight / weights }
    }

    /// The most that anybody is ahead or behind, so that what is in the store cannot keep anybody waiting for long.
    private static let most = 1.0

    /// Less than any two shares differ by, and more than all rounding.
    fileprivate static let least = 1e-7
}

extension CreativeTurns.Turn {
    fileprivate var weight: Double { Double(min(max(1, creative.weight), 1000)) }

    /// Whether its next show falls due first: the part of a show that it still lacks, by its weight.
    fileprivate func isBefore(_ other: Self) -> Bool {
        let own = (1 - credit) * other.weight
        let others = (1 - other.credit) * weight
        let difference = own - others
        return difference.magnitude < CreativeTurns.least ? isReady && !other.isReady : difference < 0
    }
}
