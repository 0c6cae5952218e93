import HostTestKit
import Testing

@testable import HostRuntime

@Suite struct StoreStepTests {
    @Test(
        arguments: [
            // Nobody else has changed it.
            (1, 4, 1, 4), ("a", "b", "a", "b"), (nil, 4, nil, 4), (4, nil, 4, nil),
            // A count goes on from the others'.
            (1, 4, 10, 13), (5, 3, 10, 8), (nil, 2, 3, 5), (.int(.max), .int(.max - 1), 7, 6),
            // Anything else becomes what was made of it.
            ("a", "b", "c", "b"), (1, nil, 10, nil), (1, "x", 10, "x"), (1.5, 2.5, 9.5, 2.5), (1, 2, nil, 2),
            ([1], [1, 2], [3], [1, 2]), (.int(.min), .int(.max), 0, .int(.max)),
            // A dictionary is changed key by key.
            (["a": 1, "b": 1], ["a": 2, "b": 1], ["a": 5, "b": 7, "c": 1], ["a": 6, "b": 7, "c": 1]),
            (["a": 1], [:], ["a": 1, "c": 1], ["c": 1]), (nil, ["a": 1], ["b": 2], ["a": 1, "b": 2]),
        ] as [(PlainValue?, PlainValue?, PlainValue?, PlainValue?)]
    )
    func `a change is made to what others have made of the value`(
        before: PlainValue?,
        after: PlainValue?,
        current: PlainValue?,
        result: PlainValue?
    ) {
        #expect(ValueChange(before: before, after: after).applied(to: current) == result)
    }

    @Test func `a transaction that changes nothing is no step`() {
        #expect(StoreStep(from: ["a": 1], to: ["a": 1]) == nil)
    }

    @Test(arguments: UInt64(1)...200) func `two steps in one do what the two did`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func values() -> [String: PlainValue] {
            var values: [String: PlainValue] = [:]
            for key in ["a", "b", "c"] where Bool.random(using: &random) {
                values[key] = Bool.random(using: &random) ? .int(.random(in: 0...3, using: &random)) : "text"
            }
            return values
        }
        let (first, second, third) = (values(), values(), values())
        guard let one = StoreStep(from: first, to: second), let two = StoreStep(from: second, to: third) else { return }
        var both = one

        let isOne = both.absorb(two)
        var apart = first
        one.apply(to: &apart)
        two.apply(to: &apart)
        var together = first
        both.apply(to: &together)

        #expect(isOne)
        #expect(apart == third)
        #expect(together == third)
    }

    @Test func `a step that is done again stays apart from others`() throws {
        var replay = StoreStep(StoreReplay { $0["a"] = 1 })
        var change = try #require(StoreStep(from: [:], to: ["b": 1]))

        let isAbsorbed = [replay.absorb(change), change.absorb(replay)]

        #expect(isAbsorbed == [false, false])
    }
}
