import Testing

@testable import HostBase
@testable import Scenarios

@Suite struct StoreContentsTests {
    @Test func `changes lie over the file until they are written`() throws {
        var contents = StoreContents(file: ["a": "1", "b": 1])

        try contents.update(from: contents.values, to: ["a": "2"])
        contents.read(["a": "5", "b": 5, "c": 5])
        let before = contents.values
        contents.didWrite()

        #expect(before == ["a": "2", "c": 5])
        #expect(contents.file == ["a": "2", "c": 5])
        #expect(contents.values == contents.file)
        #expect(contents.changes.isEmpty)
    }

    @Test func `sums continue from the file's value`() throws {
        var contents = StoreContents(file: ["a": 1])
        for count in 2...4 { try contents.update(from: contents.values, to: ["a": .int(count)], rules: ["a": .sum]) }

        contents.read(["a": 10])

        #expect(contents.values == ["a": 13])
        #expect(contents.changes.count == 1)
    }

    @Test func `a number without a rule is replaced`() throws {
        var contents = StoreContents(file: ["column": 5])
        try contents.update(from: contents.values, to: ["column": 70])

        contents.read(["column": 60])

        #expect(contents.values == ["column": 70])
    }

    @Test func `a value that a transaction leaves alone is not a change`() throws {
        var contents = StoreContents(file: ["a": 1, "b": 1])
        try contents.update(from: contents.values, to: ["a": 1, "b": 2])

        contents.read(["a": 7, "b": 1])

        #expect(contents.values == ["a": 7, "b": 2])
    }

    @Test func `a transaction that changes nothing adds no change`() throws {
        var contents = StoreContents(file: ["a": 1])

        try contents.update(from: ["a": 1], to: ["a": 1], rules: ["a": .sum])

        #expect(contents.changes.isEmpty)
    }

    @Test func `a file that is read while a transaction runs is not lost`() throws {
        var contents = StoreContents(file: ["a": 1])
        let before = contents.values
        contents.read(["a": 5, "b": 5])

        try contents.update(from: before, to: ["a": 2], rules: ["a": .sum])

        #expect(contents.values == ["a": 6, "b": 5])
    }

    @Test func `each key of a transaction follows its own rule`() throws {
        var contents = StoreContents(file: ["day": 5, "count": 1, "text": "x"])
        let latest = MergeRule("latest") { _, after, current in
            max(after?.intValue ?? 0, current?.intValue ?? 0) == current?.intValue ? current : after
        }

        try contents.update(
            from: contents.values,
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
        for count in 1...2500 { try contents.update(from: contents.values, to: ["a": .int(count)], rules: ["a": rule]) }

        contents.read(["a": 100])

        #expect(contents.changes.count == 1)
        #expect(contents.values == ["a": 2600])
    }

    @Test func `a plain change of a dictionary after a sum keeps the sum`() throws {
        var contents = StoreContents(file: ["totals": ["a": 1, "name": "x"]])
        try contents.update(from: contents.values, to: ["totals": ["a": 3, "name": "x"]], rules: ["totals": .sum])
        try contents.update(from: contents.values, to: ["totals": ["a": 3, "name": "y"]])

        contents.read(["totals": ["a": 10, "name": "z"]])

        #expect(contents.values == ["totals": ["a": 12, "name": "y"]])
        #expect(contents.changes.count == 1)
    }

    @Test func `a sum in a dictionary after a plain change adds up`() throws {
        var contents = StoreContents(file: ["totals": ["a": 1, "name": "x"]])
        try contents.update(from: contents.values, to: ["totals": ["a": 1, "name": "y"]])
        try contents.update(from: contents.values, to: ["totals": ["a": 3, "name": "y"]], rules: ["totals": .sum])

        contents.read(["totals": ["a": 10, "name": "z"]])

        #expect(contents.values == ["totals": ["a": 12, "name": "y"]])
    }
}
