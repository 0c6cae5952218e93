import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite(.tags(.scenarios, .faults)) struct KeyValueStoreProblemTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    // MARK: - Damaged files

    @Test(arguments: ["", "{", "[]", "3", "null", "[1, 2]", #"{"a": 1e999}"#, "\u{0}\u{0}", #"{"a": 1} {}"#])
    func `a damaged file is set aside and reported, and the store starts empty`(text: String) throws {
        try folder.write(text, to: "counts.json")
        let store = folder.store()

        store.update { $0["a"] = 1 }

        #expect(store.all == ["a": 1])
        #expect(folder.store().all == ["a": 1])
        #expect(folder.text("counts.json.damaged-1") == text)
        #expect(folder.kinds == [.damaged])
        #expect(folder.problems.first?.setAside == folder.file("counts.json.damaged-1"))
    }

    @Test func `reading sets a damaged file aside, too`() throws {
        try folder.write("{", to: "counts.json")

        let all = folder.store().all

        #expect(all == [:])
        #expect(folder.names == ["counts.json.damaged-1", "counts.lock"])
        #expect(folder.kinds == [.damaged])
    }

    @Test func `a file that becomes damaged while the store is open is set aside`() throws {
        let store = folder.store()
        store.update { $0["a"] = 1 }
        try folder.write("{", to: "counts.json")

        store.update { $0["b"] = 2 }

        #expect(folder.store().all == ["b": 2])
        #expect(folder.kinds == [.damaged])
    }

    @Test func `each damaged file is kept under its own number`() throws {
        for text in ["1", "2", "3"] {
            try folder.write(text, to: "counts.json")
            _ = folder.store().all
        }

        #expect((1...3).map { folder.text("counts.json.damaged-\($0)") } == ["1", "2", "3"])
    }

    @Test func `the number of damaged files has a limit`() throws {
        for number in 1...99 { try folder.write("old", to: "counts.json.damaged-\(number)") }
        try folder.write("new", to: "counts.json")

        _ = folder.store().all

        #expect(folder.text("counts.json.damaged-99") == "new")
        #expect(folder.names.count == 100)
    }

    @Test func `a file that is too large is damaged`() throws {
        let text = #"{"a": ""# + String(repeating: "x", count: 1 << 20) + #""}"#
        try folder.write(text, to: "counts.json")

        #expect(folder.store().all == [:])
        #expect(folder.problems.map(\.reason) == ["it is larger than 1048576 bytes"])
    }

    @Test func `a file that is nested too deeply is damaged`() throws {
        let text = #"{"a": "# + String(repeating: "[", count: 200_000)
        try folder.write(text, to: "counts.json")

        #expect(folder.store().all == [:])
        #expect(
            folder.problems.map(\.reason) == [
                "it is refused as JSON at line 1, column 71: it is nested deeper than 65 levels"
            ]
        )
    }

    @Test(.enabled(if: geteuid() == 0, "only root can make another user's link"))
    func `another user's symbolic link is not followed`() throws {
        try folder.write(#"{"secret": 1}"#, to: "other")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("counts.json"),
            withDestinationPath: folder.file("other")
        )
        #expect(lchown(folder.file("counts.json"), 65534, 65534) == 0)

        let all = folder.store().all
        folder.store().update { $0["a"] = 1 }

        #expect(all == [:])
        #expect(folder.text("other") == #"{"secret": 1}"#)
        #expect(folder.kinds == [.damaged])
    }

    @Test(arguments: ["counts.lock", "counts.json.new"])
    func `a symbolic link is not written through`(name: String) throws {
        try folder.write("mine", to: "other")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file(name),
            withDestinationPath: folder.file("other")
        )
        let store = folder.store()

        store.update { $0["a"] = 1 }

        #expect(store.all == ["a": 1])
        #expect(folder.text("other") == "mine")
    }

    @Test func `a folder in the file's place is set aside`() throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("counts.json"),
            withIntermediateDirectories: false
        )

        folder.store().update { $0["a"] = 1 }

        #expect(folder.store().all == ["a": 1])
        #expect(folder.names == ["counts.json", "counts.json.damaged-1", "counts.lock"])
    }

    @Test func `a pipe in the file's place does not block the program`() throws {
        mkfifo(folder.file("counts.json"), 0o600)

        #expect(folder.store().all == [:])
        #expect(folder.kinds == [.damaged])
    }

    @Test(arguments: seeds(of: 1...60)) func `random bytes never crash a store`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = Array(#"{"a":[1,2.5,{"x":1.0}],"b":"\u00e9","c":{"d":null}}"#.utf8)
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        if seed.isMultiple(of: 3) { bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) } }
        try folder.write(bytes, to: "counts.json")
        let store = folder.store()
        let before = store.all

        store.update { $0["new"] = 1 }

        #expect(folder.store().all == before.merging(["new": 1]) { $1 })
    }

    // MARK: - Files that cannot be written

    @Test func `a store that cannot be written reports this once and continues in memory`() throws {
        try folder.write("a file", to: "taken")
        let store = folder.store(in: "/taken")

        for count in 1...3 { store.update { $0["count"] = .int(count) } }

        #expect(store.all == ["count": 3])
        #expect(folder.kinds == [.unwritable])
    }

    @Test func `each commit tries again to write the changes in memory`() throws {
        try folder.write("a file", to: "taken")
        let store = folder.store(in: "/taken")
        store.update { $0 = ["a": 1, "b": 1] }
        store.update { $0["b"] = nil }

        try folder.remove("taken")
        store.update { $0["c"] = 3 }

        #expect(folder.store(in: "/taken").all == ["a": 1, "c": 3])
    }

    @Test func `a store that works again reports the next problem`() throws {
        try folder.write("a file", to: "taken")
        let store = folder.store(in: "/taken")
        store.update { $0["a"] = 1 }
        try folder.remove("taken")
        store.update { $0["a"] = 2 }
        try folder.remove("taken")
        try folder.write("a file", to: "taken")

        store.update { $0["a"] = 3 }

        #expect(folder.kinds == [.unwritable, .unwritable])
        #expect(store.value("a") == 3)
    }

    @Test func `a full disk leaves the file as it was`() throws {
        folder.store().update { $0["a"] = 1 }
        let isFull = Atomic(true)
        let store = folder.store(calls: FullDisk.calls { isFull.load(ordering: .relaxed) })

        store.update { $0["a"] = 2 }
        store.update { $0["b"] = 2 }
        let before = folder.store().all
        isFull.store(false, ordering: .relaxed)
        store.update { $0["c"] = 3 }

        #expect(before == ["a": 1])
        #expect(folder.store().all == ["a": 2, "b": 2, "c": 3])
        #expect(folder.names == ["counts.json", "counts.lock"])
        #expect(folder.problems.map(\.reason) == ["No space left on device"])
    }

    @Test func `a change in memory lies over the values of other processes`() {
        let isFull = Atomic(true)
        let store = folder.store(calls: FullDisk.calls { isFull.load(ordering: .relaxed) })
        store.update { $0["mine"] = 1 }
        folder.store().update { $0["theirs"] = 2 }

        let before = store.all
        isFull.store(false, ordering: .relaxed)
        store.update { _ in }

        #expect(before == ["mine": 1, "theirs": 2])
        #expect(folder.store().all == ["mine": 1, "theirs": 2])
    }

    @Test func `a disk that cannot flush is a store that cannot be written`() {
        let store = folder.store(calls: StoreCalls(flush: { _ throws(SystemError) in throw .inputOutput }))

        store.update { $0["a"] = 1 }

        #expect(store.all == ["a": 1])
        #expect(folder.text("counts.json") == nil)
        #expect(folder.kinds == [.unwritable])
    }

    @Test func `each count counts once though the folder cannot be flushed, which is reported once`() {
        let store = folder.store(calls: UnflushableFolder.calls())

        let sums = (1...3).map { _ in store.add(1, to: "count") }

        #expect(sums == [1, 2, 3])
        #expect(store.all == ["count": 3])
        #expect(folder.text("counts.json") == #"{"count":3}"#)
        #expect(folder.problems.map(\.reason) == ["Input/output error"])
        #expect(folder.kinds == [.unflushed])
    }

    @Test func `each execution of a scenario counts once though the folder cannot be flushed`() {
        let store = folder.store(calls: UnflushableFolder.calls())
        let scenario = Scenario(id: "offer", rule: .maxExecutionsPermitted(3), store: store)
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000)

        let decisions = (1...4).map { _ in scenario.execute(at: date).isAllowed }

        #expect(decisions == [true, true, true, false])
        #expect([store, folder.store()].map { $0.value("scenario/offer")?["executions"] } == [3, 3])
        #expect(folder.kinds == [.unflushed])
    }

    @Test func `a folder that can be flushed again is reported when it cannot be once more`() {
        let isBroken = Atomic(true)
        let store = folder.store(calls: UnflushableFolder.calls { isBroken.load(ordering: .relaxed) })

        for state in [true, false, true] {
            isBroken.store(state, ordering: .relaxed)
            store.add(1, to: "count")
        }

        #expect(folder.store().all == ["count": 3])
        #expect(folder.kinds == [.unflushed, .unflushed])
    }

    @Test func `a disk that writes one byte at a time gets the whole file`() {
        let store = folder.store(
            calls: StoreCalls(write: { (file, bytes) throws(SystemError) in
                try file.write(.init(rebasing: bytes[..<1]))
            })
        )

        store.update { $0["a"] = "text" }

        #expect(folder.text("counts.json") == #"{"a":"text"}"#)
    }

    @Test func `a change that is too large is dropped and reported once`() {
        let store = folder.store()
        store.update { $0["a"] = 1 }

        for _ in 1...2 { store.update { $0["large"] = .string(String(repeating: "x", count: 1 << 20)) } }
        store.update { $0["b"] = 2 }

        #expect(store.all == ["a": 1, "b": 2])
        #expect(folder.store().all == ["a": 1, "b": 2])
        #expect(folder.problems.map(\.reason) == ["it would be larger than 1048576 bytes"])
    }

    @Test(arguments: [64, 65]) func `a value that is nested too deeply is dropped`(depth: Int) {
        let store = folder.store()
        let value = (0..<depth).reduce(PlainValue.double(1)) { value, _ in [value] }

        store.update { $0["deep"] = value }

        #expect(folder.store().value("deep") == (depth > 64 ? nil : value))
        #expect(folder.kinds == (depth > 64 ? [.refused] : []))
    }

    // MARK: - Texts

    @Test func `a problem's description names its place and what happens to the values`() {
        let kinds: [StoreProblem.Kind] = [
            .damaged, .unreadable, .unwritable, .unflushed, .refused, .reentered, .misnamed,
        ]

        let texts = kinds.map { StoreProblem($0, path: "/s/a.json", reason: "why").description }

        #expect(
            texts == [
                "The store '/s/a.json' is damaged: why. It could not be moved away; changes stay in memory.",
                "The store '/s/a.json' cannot be read: why. Changes stay in memory.",
                "The store '/s/a.json' cannot be written: why. Changes stay in memory until it can be.",
                "The store '/s/a.json' cannot be flushed: why. Changes may be lost if the machine stops.",
                "The store '/s/a.json' refused a change: why. It holds what it held before.",
                "The store '/s/a.json' was called by its own transaction. What the inner call changed was dropped.",
                "A store cannot be named '/s/a.json': why. Its values stay in memory.",
            ]
        )
    }
}

/// A folder that can't be flushed, on a disk that can flush its files.
private enum UnflushableFolder {
    static func calls(isBroken: @escaping @Sendable () -> Bool = { true }) -> StoreCalls {
        StoreCalls(flush: { (file) throws(SystemError) in
            if isBroken(), try file.status.kind == .directory { throw .inputOutput }
        })
    }
}

/// A disk that fills up while a file is written.
private enum FullDisk {
    static func calls(isFull: @escaping @Sendable () -> Bool) -> StoreCalls {
        StoreCalls(write: { (file, bytes) throws(SystemError) in
            guard isFull() else { return try file.write(bytes) }
            guard bytes.count > 4 else { throw .noSpace }
            return try file.write(UnsafeRawBufferPointer(rebasing: bytes[..<4]))
        })
    }
}
