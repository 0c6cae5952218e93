import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite struct StoreContentsTests {
    @Test func `changes lie over the file until they are written`() throws {
        var contents = StoreContents(file: ["a": "1", "b": 1])

        try contents.update(to: ["a": "2"])
        contents.read(["a": "5", "b": 5, "c": 5])
        let before = contents.values
        contents.didWrite()

        #expect(before == ["a": "2", "c": 5])
        #expect(contents.file == ["a": "2", "c": 5])
        #expect(contents.values == contents.file)
        #expect(!contents.hasChanges)
    }

    @Test func `sums continue from the file's value`() throws {
        var contents = StoreContents(file: ["a": 1])
        for count in 2...4 { try contents.update(to: ["a": .int(count)], rules: ["a": .sum]) }

        contents.read(["a": 10])

        #expect(contents.values == ["a": 13])
        #expect(contents.changes.count == 1)
    }

    @Test func `a number without a rule is replaced`() throws {
        var contents = StoreContents(file: ["column": 5])
        try contents.update(to: ["column": 70])

        contents.read(["column": 60])

        #expect(contents.values == ["column": 70])
    }

    @Test func `a value that a transaction leaves alone is not a change`() throws {
        var contents = StoreContents(file: ["a": 1, "b": 1])
        try contents.update(to: ["a": 1, "b": 2])

        contents.read(["a": 7, "b": 1])

        #expect(contents.values == ["a": 7, "b": 2])
    }

    @Test func `a transaction that changes nothing adds no change`() throws {
        var contents = StoreContents(file: ["a": 1])

        try contents.update(to: ["a": 1], rules: ["a": .sum])

        #expect(!contents.hasChanges)
    }

    @Test func `a file that is read while a transaction runs is not lost`() throws {
        var contents = StoreContents(file: ["a": 1])

        try contents.update(to: ["a": 2], rules: ["a": .sum])
        contents.read(["a": 5, "b": 5])

        #expect(contents.values == ["a": 6, "b": 5])
    }

    @Test func `each key of a transaction follows its own rule`() throws {
        var contents = StoreContents(file: ["day": 5, "count": 1, "text": "x"])
        let latest = MergeRule("latest") { _, after, current in
            max(after?.intValue ?? 0, current?.intValue ?? 0) == current?.intValue ? current : after
        }

        try contents.update(
            to: ["day": 6, "count": 2, "text": "y"],
            rules: ["day": latest, "count": .sum]
        )
        contents.read(["day": 7, "count": 4, "text": "z"])

        #expect(contents.values == ["day": 7, "count": 5, "text": "y"])
    }

    @Test func `changes that wait for long keep their meaning, and are one for each key`() throws {
        var contents = StoreContents(file: ["a": 0])
        let rule = MergeRule("difference") { before, after, current in
            .int((current?.intValue ?? 0) + (after?.intValue ?? 0) - (before?.intValue ?? 0))
        }
        for count in 1...2500 { try contents.update(to: ["a": .int(count)], rules: ["a": rule]) }

        contents.read(["a": 100])

        #expect(contents.changes.count == 1)
        #expect(contents.values == ["a": 2600])
    }

    @Test func `a plain change of a dictionary after a sum keeps the sum`() throws {
        var contents = StoreContents(file: ["totals": ["a": 1, "name": "x"]])
        try contents.update(to: ["totals": ["a": 3, "name": "x"]], rules: ["totals": .sum])
        try contents.update(to: ["totals": ["a": 3, "name": "y"]])

        contents.read(["totals": ["a": 10, "name": "z"]])

        #expect(contents.values == ["totals": ["a": 12, "name": "y"]])
        #expect(contents.changes.count == 1)
    }

    @Test func `a sum in a dictionary after a plain change adds up`() throws {
        var contents = StoreContents(file: ["totals": ["a": 1, "name": "x"]])
        try contents.update(to: ["totals": ["a": 1, "name": "y"]])
        try contents.update(to: ["totals": ["a": 3, "name": "y"]], rules: ["totals": .sum])

        contents.read(["totals": ["a": 10, "name": "z"]])

        #expect(contents.values == ["totals": ["a": 12, "name": "y"]])
    }

    @Test(arguments: seeds(of: 1...200)) func `two changes of a value become one that does what both did`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let rule: MergeRule = Bool.random(using: &random) ? .sum : .replacement
        func values() -> [String: PlainValue] {
            guard Bool.random(using: &random) else { return [:] }
            return ["a": Bool.random(using: &random) ? .int(.random(in: 0...3, using: &random)) : "text"]
        }
        let (first, second, third) = (values(), values(), values())
        var contents = StoreContents(file: first)

        for next in [second, third] { try contents.update(to: next, rules: ["a": rule]) }
        let before = contents.values
        contents.read(first)

        #expect(before == third)
        #expect(contents.values == third)
    }

    @Test(arguments: seeds(of: 1...100))
    func `sums add up to the same, whatever others add in between`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (start, theirs) = (Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random))
        let steps = (0..<3).map { _ in Int.random(in: -9...9, using: &random) }
        var contents = StoreContents()

        // Each change is made to what others have left by then.
        for (index, step) in steps.enumerated() {
            contents.read(["a": .int(start + theirs * index)])
            let count = contents.values["a"]?.intValue ?? 0
            try contents.update(to: ["a": .int(count + step)], rules: ["a": .sum])
        }
        contents.read(["a": .int(start + theirs)])

        #expect(contents.values == ["a": .int(start + theirs + steps.reduce(0, +))])
    }

    @Test func `a replacement stays one, whatever follows or goes before`() throws {
        var replacedFirst = StoreContents(file: ["a": 1])
        try replacedFirst.update(to: ["a": 10])
        try replacedFirst.update(to: ["a": 12], rules: ["a": .sum])
        var replacedLast = StoreContents(file: ["a": 0])
        try replacedLast.update(to: ["a": 1], rules: ["a": .sum])
        try replacedLast.update(to: ["a": 10])

        replacedFirst.read(["a": 100])
        replacedLast.read(["a": 100])

        #expect(replacedFirst.values == ["a": 12])
        #expect(replacedLast.values == ["a": 10])
    }
}
