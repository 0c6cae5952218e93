import Testing

@testable import HostRuntime

@Suite struct StoreContentsTests {
    @Test func `changes lie over the file until they are settled`() {
        var contents = StoreContents(file: ["a": "1", "b": 1])

        contents.change(from: contents.values, to: ["a": "2"])
        contents.read(["a": "5", "b": 5, "c": 5])
        let before = contents.values
        contents.settle()

        #expect(before == ["a": "2", "c": 5])
        #expect(contents.file == ["a": "2", "c": 5])
        #expect(contents.values == contents.file)
        #expect(contents.steps.isEmpty)
    }

    @Test func `counts go on from what the file says`() {
        var contents = StoreContents(file: ["a": 1])
        for count in 2...4 { contents.change(from: contents.values, to: ["a": .int(count)]) }

        contents.read(["a": 10])

        #expect(contents.values == ["a": 13])
        #expect(contents.steps.count == 1)
    }

    @Test func `what a transaction leaves alone is not a change`() {
        var contents = StoreContents(file: ["a": 1, "b": 1])
        contents.change(from: contents.values, to: ["a": 1, "b": 2])

        contents.read(["a": 7, "b": 1])

        #expect(contents.values == ["a": 7, "b": 2])
    }

    @Test func `a file that is read while a transaction runs is not lost`() {
        var contents = StoreContents(file: ["a": 1])
        let before = contents.values
        contents.read(["a": 5, "b": 5])

        contents.change(from: before, to: ["a": 2])

        #expect(contents.values == ["a": 6, "b": 5])
    }

    @Test func `a transaction that can be done again is, and what else it did stays done`() {
        var contents = StoreContents(file: ["day": 5, "count": 1, "text": "x"])
        let replay = StoreReplay { values in
            let isLater = values["day"]?.intValue ?? 0 > 6
            values["day"] = .int(isLater ? 7 : 6)
        }

        contents.change(from: contents.values, to: ["day": 6, "count": 2, "text": "y"], replay: replay)
        contents.read(["day": 6, "count": 4, "text": "z"])

        #expect(contents.values == ["day": 6, "count": 5, "text": "y"])
    }

    @Test func `changes that wait for long are not more than a thousand`() {
        var contents = StoreContents(file: ["a": 0])
        let replay = StoreReplay { $0["a"] = .int(($0["a"]?.intValue ?? 0) + 1) }
        for _ in 0..<2500 {
            var after = contents.values
            replay.body(&after)
            contents.change(from: contents.values, to: after, replay: replay)
        }

        let count = contents.steps.count
        contents.read(["a": 100])

        #expect(count <= StoreContents.stepLimit)
        #expect(contents.values == ["a": 2600])
    }
}
