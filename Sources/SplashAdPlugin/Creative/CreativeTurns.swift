/// The turns of creatives with weights: nginx's smooth weighted round robin.
///
/// Each creative has a value, which is kept. A turn adds its weight to the value of
/// every creative in the pool; the one with the greatest is shown and loses the sum of
/// the weights. After as many turns as that sum the values are what they were, so the
/// shares are exact; in between, no creative of a feed is two shows off. One that isn't
/// in the pool gathers nothing: when it's back it goes on where it was.
struct CreativeTurns: Hashable, Sendable {
    /// One creative that could be next.
    struct Turn: Hashable, Sendable {
        var creative: SplashCreative
        var value = 0
        /// Whether it can be shown at once.
        var isReady = true
    }

    private(set) var turns: [Turn]
    private let sum: Int

    /// Creates turns; values out of range are clamped, so that a foreign one in the store has no effect for long.
    init(_ turns: [Turn]) {
        self.turns = turns
        sum = turns.reduce(0) { $0 + $1.creative.weight }
        for index in turns.indices { self.turns[index].value = min(max(-2 * sum, turns[index].value), 2 * sum) }
    }

    /// The creative to show next.
    var due: SplashCreative? { order.first }

    /// The creatives by their values in the next turn; among equals those that are ready, then the first.
    var order: [SplashCreative] {
        func rank(_ turn: Turn) -> (Int, Int) { (turn.value + turn.creative.weight, turn.isReady ? 1 : 0) }
        return turns.sorted { rank($0) > rank($1) }.map(\.creative)
    }

    mutating func give(to id: String) {
        guard let shown = turns.firstIndex(where: { $0.creative.id == id }) else { return }
        turns[shown].value -= sum
        // Around zero, so that a new creative is level with the others.
        let mean = turns.reduce(sum) { $0 + $1.value } / turns.count
        for index in turns.indices { turns[index].value += turns[index].creative.weight - mean }
    }
}
