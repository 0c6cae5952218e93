import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Weights, which are exact over the life of the creatives.
@Suite(.tags(.advertisements)) struct CreativeTurnsTests {
    private func creative(_ id: String, _ weight: Int = 1) -> SplashCreative {
        SplashCreative(id: id, weight: weight)
    }

    private func due(_ turns: [(id: String, weight: Int, credit: Double, isReady: Bool)]) -> String? {
        CreativeTurns(
            turns.map {
                CreativeTurns.Turn(creative: creative($0.id, $0.weight), credit: $0.credit, isReady: $0.isReady)
            }
        ).due?.id
    }

    /// Runs shows, each among the creatives present, with the stored credits in between.
    private struct Days {
        var credits: [String: Double] = [:]
        var shown: [String: Int] = [:]

        mutating func show(among pool: [SplashCreative]) -> String? {
            var turns = CreativeTurns(pool.map { CreativeTurns.Turn(creative: $0, credit: credits[$0.id] ?? 0) })
            guard let due = turns.due else { return nil }
            turns.give(to: due.id)
            for creative in pool { credits[creative.id] = turns.credits[creative.id] }
            shown[due.id, default: 0] += 1
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
        #expect(due([]) == nil)
        #expect(CreativeTurns([]).order == [])
    }

    @Test func `equal creatives take turns in order`() {
        #expect(shows(6, weights: [1, 1, 1]) == [0, 1, 2, 0, 1, 2])
    }

    @Test func `among equals a ready one is next`() {
        #expect(due([("a", 1, 0, false), ("b", 1, 0, true)]) == "b")
    }

    @Test func `a weight of three is three of four shows`() {
        #expect(shows(8, weights: [1, 3]) == [1, 1, 0, 1, 1, 1, 0, 1])
    }

    @Test(arguments: [Double.nan, -.infinity, .infinity, 1e300, -1e300])
    func `impossible credits are clamped`(credit: Double) {
        #expect(due([("a", .max, credit, true), ("b", .min, credit, true)]) == "a")
        #expect(due([("a", 1, 0.6, true), ("b", 1, credit, true)]) != nil)
    }

    @Test(arguments: [[1000, 1, 1, 1], [1, 1000], [2, 3, 5], [7], [999, 1000, 998, 1], [1, 2, 4, 8, 16, 32, 64]])
    func `the shares follow the weights to less than one show`(weights: [Int]) {
        #expect(largestDeviation(weights, shows: 3000) == nil)
    }

    @Test(arguments: UInt64(1)...40)
    func `the shares follow any weights to less than one show`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let largest = [3, 10, 100, 1000].randomElement(using: &random) ?? 1
        let weights = (0..<Int.random(in: 1...32, using: &random)).map { _ in
            Int.random(in: 1...largest, using: &random)
        }

        #expect(largestDeviation(weights, shows: 500) == nil)
    }

    /// The first show after which a creative is off by one or more; nil for never.
    private func largestDeviation(_ weights: [Int], shows count: Int) -> Int? {
        let total = weights.reduce(0, +)
        var shown = weights.map { _ in 0 }
        for (index, place) in shows(count, weights: weights).enumerated() {
            shown[place] += 1
            let isOff = zip(shown, weights).contains { abs($0 * total - (index + 1) * $1) >= total }
            if isOff { return index + 1 }
        }
        return nil
    }

    // MARK: - Days

    @Test func `three equal creatives share 14 starts on 14 days as 5, 5 and 4`() {
        let days = shows(14, weights: [1, 1, 1])

        #expect((0..<3).map { place in days.count { $0 == place } } == [5, 5, 4])
    }

    @Test func `none of 32 equal creatives starves with 20 shows a day`() {
        let shown = Dictionary(
            shows(20 * 8, weights: Array(repeating: 1, count: 32)).map { ($0, 1) },
            uniquingKeysWith: +
        )

        #expect(shown.values.sorted() == Array(repeating: 5, count: 32))
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

    @Test func `a creative that could not be shown for a while continues where it was`() {
        var days = Days()
        let (a, b, c) = (creative("a"), creative("b"), creative("c"))
        for _ in 0..<4 { _ = days.show(among: [a, b, c]) }
        for _ in 0..<50 { _ = days.show(among: [a, b]) }

        let later = (0..<12).map { _ in days.show(among: [a, b, c]) }

        #expect([a, b, c].allSatisfy { creative in (3...5).contains(later.count { $0 == creative.id }) })
    }

    @Test(arguments: UInt64(1)...60)
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
                // At most one show that was due before, one that is due now, and what the others left.
                if (share - times).magnitude > 3 { off.append("\(creative.id) had \(times) of \(share)") }
            }
        }

        #expect(off == [])
    }

    @Test func `the order is that of the next turns`() {
        let turns = CreativeTurns([
            CreativeTurns.Turn(creative: creative("a", 1), credit: -0.5),
            CreativeTurns.Turn(creative: creative("b", 3), credit: 0.25),
            CreativeTurns.Turn(creative: creative("c", 1), credit: 0.25),
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

        #expect(shown == ["OFTEN", "OFTEN", "SELDOM", "OFTEN", "OFTEN", "SELDOM"])
    }
}
