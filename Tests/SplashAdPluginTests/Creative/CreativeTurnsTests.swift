import HostTestKit
import Testing

@testable import SplashAdPlugin

@Suite struct CreativeTurnsTests {
    private func due(_ turns: [(id: String, weight: Int, shown: Int, isReady: Bool)]) -> String? {
        CreativeTurns(
            turns.map {
                CreativeTurns.Turn(
                    creative: SplashCreative(id: $0.id, weight: $0.weight),
                    shown: $0.shown,
                    isReady: $0.isReady
                )
            }
        ).due?.id
    }

    /// Who was shown in so many shows, by place.
    private func shows(_ count: Int, weights: [Int]) -> [Int] {
        var shown = weights.map { _ in 0 }
        return (0..<count).map { _ in
            let id = due(weights.indices.map { ("\($0)", weights[$0], shown[$0], true) })
            let place = id.flatMap { Int($0) } ?? 0
            shown[place] += 1
            return place
        }
    }

    @Test func `without any creative it is nobody's turn`() {
        #expect(due([]) == nil)
    }

    @Test func `of equals the first is next, and then the others in order`() {
        #expect(shows(6, weights: [1, 1, 1]) == [0, 1, 2, 0, 1, 2])
    }

    @Test func `of equals one that is ready is next`() {
        #expect(due([("a", 1, 0, false), ("b", 1, 0, true)]) == "b")
    }

    @Test func `a weight of three is three of four shows`() {
        #expect(shows(8, weights: [1, 3]) == [1, 1, 0, 1, 1, 1, 0, 1])
    }

    @Test func `one that was not shown yet catches up`() {
        #expect(due([("a", 1, 10, true), ("b", 1, 0, true)]) == "b")
    }

    @Test(arguments: [Int.min, -1, .max])
    func `numbers that cannot be are bounded`(number: Int) {
        #expect(due([("a", number, number, true), ("b", number, number, true)]) == "a")
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

    /// The first show after which somebody is off by one or more; nil for never.
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
}
