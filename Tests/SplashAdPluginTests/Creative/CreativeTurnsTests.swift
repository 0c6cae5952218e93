import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Weights, which hold over the life of the creatives.
@Suite(.tags(.advertisements)) struct CreativeTurnsTests {
    private func creative(_ id: String, _ weight: Int = 1) -> SplashCreative {
        SplashCreative(id: id, weight: weight)
    }

    /// Runs shows, each among the creatives present, with the values kept in between.
    private struct Days {
        var kept: [String: Int] = [:]

        mutating func show(among pool: [SplashCreative]) -> String? {
            var turns = CreativeTurns(pool.map { CreativeTurns.Turn(creative: $0, value: kept[$0.id] ?? 0) })
            guard let due = turns.due else { return nil }
            turns.give(to: due.id)
            for turn in turns.turns { kept[turn.creative.id] = turn.value }
            return due.id
        }
    }

    /// The places of the creatives that were shown.
    private func shows(_ count: Int, weights: [Int]) -> [Int] {
        var days = Days()
        let pool = weights.enumerated().map { creative("\($0)", $1) }
        return (0..<count).map { _ in days.show(among: pool).flatMap { Int($0) } ?? -1 }
    }

    @Test func `without creatives there is no turn`() {
        #expect(CreativeTurns([]).due == nil)
    }

    @Test func `equal creatives take turns in order`() {
        #expect(shows(6, weights: [1, 1, 1]) == [0, 1, 2, 0, 1, 2])
    }

    @Test func `among equals a ready one is next`() {
        let turns = [false, true].map { CreativeTurns.Turn(creative: creative("\($0)"), isReady: $0) }

        #expect(CreativeTurns(turns).due?.id == "true")
    }

    @Test func `a weight of three is three of four shows`() {
        #expect(shows(8, weights: [1, 3]) == [1, 0, 1, 1, 1, 0, 1, 1])
    }

    @Test(arguments: [Int.max, .min, 1000, -1000]) func `a foreign value has no effect for long`(value: Int) {
        var days = Days(kept: ["a": value])
        let pool = [creative("a"), creative("b")]

        let shown = (0..<20).map { _ in days.show(among: pool) }

        #expect(abs(shown.count { $0 == "a" } - 10) <= 2)
        #expect(days.kept.values.allSatisfy { abs($0) <= 2 })
    }

    @Test(arguments: [[1000, 1, 1, 1], [1, 1000], [2, 3, 5], [7], [999, 1000, 998, 1]])
    func `the shares of up to four follow their weights to less than one show`(weights: [Int]) {
        #expect(largestDeviation(weights, shows: 3000) < 1)
    }

    @Test(arguments: seeds(of: 1...40))
    func `the shares follow any weights to less than two shows, and exactly over each round`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let largest = [3, 10, 100, 1000].randomElement(using: &random) ?? 1
        let weights = (0..<Int.random(in: 1...32, using: &random)).map { _ in
            [1, largest, Int.random(in: 1...largest, using: &random)].randomElement(using: &random) ?? 1
        }
        let round = weights.reduce(0, +)

        #expect(largestDeviation(weights, shows: 500) < 2)
        guard round <= 500 else { return }
        let places = shows(2 * round, weights: weights)
        #expect(weights.indices.map { place in places.count { $0 == place } } == weights.map { 2 * $0 })
    }

    /// The most shows by which a creative is off its share after any number of them.
    private func largestDeviation(_ weights: [Int], shows count: Int) -> Double {
        let total = weights.reduce(0, +)
        var shown = weights.map { _ in 0 }
        var most = 0
        for (index, place) in shows(count, weights: weights).enumerated() {
            shown[place] += 1
            most = max(most, zip(shown, weights).map { abs($0 * total - (index + 1) * $1) }.max() ?? 0)
        }
        return Double(most) / Double(total)
    }

    // MARK: - Changing creatives

    @Test func `a new creative is shown as often as the others from then on, and no more`() {
        var days = Days()
        let old = [creative("a"), creative("b")]
        for _ in 0..<60 { _ = days.show(among: old) }

        let later = (0..<9).map { _ in days.show(among: old + [creative("new")]) }

        #expect(later.count { $0 == "new" } == 3)
        #expect(later.prefix(4).contains("new"))
    }

    @Test(arguments: seeds(of: 1...60))
    func `however creatives and weights change, none floods and none starves`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var days = Days()
        var there: [SplashCreative] = []
        var off: [String] = []
        // Shows in a row since a creative came, or since any came or went.
        for round in 0..<60 {
            if there.isEmpty || Int.random(in: 0..<3, using: &random) > 0 {
                there.append(creative("\(round)", Int.random(in: 1...6, using: &random)))
            }
            if there.count > 1, Bool.random(using: &random) {
                there.remove(at: Int.random(in: 0..<there.count, using: &random))
            }
            if Bool.random(using: &random), let place = there.indices.randomElement(using: &random) {
                there[place].weight = Int.random(in: 1...6, using: &random)
            }
            let total = there.reduce(0) { $0 + $1.weight }
            let count = Int.random(in: 1...(2 * total), using: &random)
            let shown = (0..<count).map { _ in days.show(among: there) }
            for creative in there {
                let share = Double(count * creative.weight) / Double(total)
                let times = Double(shown.count { $0 == creative.id })
                // What was due before, what is due now, and what the others left.
                if (share - times).magnitude > 3 { off.append("\(creative.id) had \(times) of \(share)") }
            }
        }

        #expect(off == [])
    }

    @Test func `the order is that of the next turns`() {
        let turns = CreativeTurns([
            CreativeTurns.Turn(creative: creative("a", 1), value: -2),
            CreativeTurns.Turn(creative: creative("b", 3), value: 1),
            CreativeTurns.Turn(creative: creative("c", 1), value: 1),
        ])

        #expect(turns.order.map(\.id) == ["b", "c", "a"])
    }

    // MARK: - In a program

    @MainActor @Test func `the shares of several follow their weights`() async {
        let shop = FeedShop(
            FakeServer([
                "/feed.json": .text(
                    #"""
                    {"version": 1, "creatives": [
                        {"id": "often", "headline": "about OFTEN", "weight": 2},
                        {"id": "seldom", "headline": "about SELDOM"}]}
                    """#
                )
            ])
        )
        await shop.launch()
        var shown: [String] = []
        for _ in 0..<6 {
            await shop.host.advance(by: .seconds(1))
            shown.append(["OFTEN", "SELDOM"].filter { shop.host.frame.contains("about \($0)") }.joined())
            await shop.host.advance(by: .seconds(6))
            await shop.comeBack()
        }

        #expect(shown == ["OFTEN", "SELDOM", "OFTEN", "OFTEN", "SELDOM", "OFTEN"])
    }
}
