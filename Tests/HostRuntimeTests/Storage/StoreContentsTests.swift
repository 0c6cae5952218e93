import Testing

@testable import HostRuntime

@Suite struct StoreContentsTests {
    @Test func `changes lie over the file until they are settled`() {
        var contents = StoreContents(file: ["a": 1, "b": 1])

        contents.change(from: ["a": 1, "b": 1], to: ["a": 2])
        contents.file = ["a": 5, "b": 5, "c": 5]
        let before = contents.values
        contents.settle()

        #expect(before == ["a": 2, "c": 5])
        #expect(contents == StoreContents(file: ["a": 2, "c": 5]))
    }

    @Test func `what a transaction leaves alone is not a change`() {
        var contents = StoreContents(file: ["a": 1, "b": 1])

        contents.change(from: ["a": 1, "b": 1], to: ["a": 1, "b": 2])

        #expect(contents.pending == ["b": 2])
    }
}
