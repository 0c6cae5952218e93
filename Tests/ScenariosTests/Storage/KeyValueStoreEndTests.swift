import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite(.tags(.scenarios)) struct KeyValueStoreEndTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private func store(_ other: OtherProcess, onPause: @escaping @Sendable () -> Void = {}) -> KeyValueStore {
        var calls = other.calls
        calls.pause = { pause in
            other.calls.pause(pause)
            onPause()
        }
        return folder.store(calls: calls)
    }

    private func finish(_ store: KeyValueStore) -> [String] {
        KeyValueStore.finishAll([store], onWait: { _ in })
    }

    private func waited(_ other: OtherProcess) -> Duration { other.pauses.reduce(.zero, +) }

    private func leave(_ text: String, as name: String) throws {
        try folder.write(text, to: "counts.unwritten-\(name)")
    }

    @Test func `what a locked store can't take at the end waits in a file, and the next process adds it`() throws {
        folder.store().update { $0 = ["count": 10, "name": "old"] }
        let other = OtherProcess()
        let store = store(other)
        for _ in 0..<3 { store.add(1, to: "count") }
        store.update { $0["name"] = "new" }

        let problems = finish(store)
        let text = folder.text("counts.json")
        let next = folder.store().all

        #expect(
            problems == [
                "changes of the store '\(folder.file("counts.json"))' wait in '\(folder.file("counts.unwritten-0"))'"
                    + " for the next run: another process holds its lock"
            ]
        )
        #expect(text == #"{"count":10,"name":"old"}"#)
        #expect(next == ["count": 13, "name": "new"])
        #expect(folder.text("counts.json") == #"{"count":13,"name":"new"}"#)
        #expect(folder.names == ["counts.json", "counts.lock"])
    }

    @Test func `the end waits two seconds for a process that doesn't commit, and says so`() {
        let other = OtherProcess()
        let store = store(other)
        store.add(1, to: "count")
        var waits: [String] = []

        _ = KeyValueStore.finishAll([store]) { waits.append($0) }

        #expect(waits.count == 1)
        #expect(waits.first?.contains("nothing is lost if you end this") == true)
        #expect((2...2.5).contains(waited(other).seconds))
    }

    @Test func `the end waits as long as another process commits`() throws {
        let other = OtherProcess()
        let folder = folder
        let store = store(other) {
            let seconds = Int(other.pauses.reduce(.zero, +).seconds)
            // Each is of another size, because the times of files are coarse.
            let space = String(repeating: " ", count: other.pauses.count)
            try? folder.write(#"{"count":\#(seconds)}"# + space, to: "counts.json")
            if seconds >= 60 { other.letGo() }
        }
        store.add(5, to: "count")

        let problems = finish(store)

        #expect(problems == [])
        #expect(waited(other).seconds >= 60)
        #expect(folder.names == ["counts.json", "counts.lock"])
        #expect((folder.store().value("count")?.intValue ?? 0) >= 65)
    }

    @Test func `the process that has the lock adds what waits for it, which ends the wait`() {
        let other = OtherProcess()
        let folder = folder
        let store = store(other) { folder.store().add(1, to: "theirs") }
        store.add(5, to: "count")

        let problems = finish(store)

        #expect(problems == [])
        #expect(waited(other).seconds < 1)
        #expect(folder.store().value("count") == 5)
    }

    @Test func `changes are added once, though a process is killed before it has removed their file`() throws {
        let other = OtherProcess()
        let store = store(other)
        store.add(5, to: "count")
        _ = finish(store)
        let text = try #require(folder.text("counts.unwritten-0"))
        folder.store().add(1, to: "count")
        let hash = Fingerprint(of: Array(try #require(folder.text("counts.json")).utf8)[...]).digits

        // As it is after the new file has got its name.
        try leave(text, as: "0=\(hash)")
        folder.store().add(1, to: "count")
        #expect(folder.text("counts.json") == #"{"count":7}"#)

        // As it is before.
        try leave(text, as: "0=\(hash)")
        folder.store().add(1, to: "count")
        #expect(folder.text("counts.json") == #"{"count":13}"#)
        #expect(folder.names == ["counts.json", "counts.lock"])
    }

    @Test
    func `changes that couldn't be made are not taken for made when the file becomes what they would have made it`()
        throws
    {
        folder.store().add(1, to: "count")
        let locked = store(OtherProcess())
        locked.add(1, to: "count")
        _ = finish(locked)
        let failures = Atomic(1)
        let store = folder.store(
            calls: StoreCalls(write: { (file, bytes) throws(SystemError) in
                guard failures.subtract(1, ordering: .relaxed).oldValue <= 0 else { throw .noSpace }
                return try file.write(bytes)
            })
        )

        // The first one would leave a count of 2, as the left change does.
        for _ in 0..<2 { store.add(1, to: "count") }

        #expect(folder.text("counts.json") == #"{"count":4}"#)
        #expect(folder.names == ["counts.json", "counts.lock"])
    }

    @Test func `the removal of changes that are made is flushed before anything else is written`() throws {
        try leave(#"{"count":{"after":5,"rule":"sum"}}"#, as: "0")
        let flushed = Mutex<[String]>([])
        let store = folder.store(
            calls: StoreCalls(flush: { [path = folder.path] file in
                let link = "/proc/self/fd/\(file.descriptor.number)"
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
                flushed.withLock { $0.append(target?.replacingOccurrences(of: path, with: "") ?? "") }
            })
        )

        store.update { _ in }

        #expect(store.value("count") == 5)
        #expect(flushed.withLock { $0 } == ["", "/counts.json.new", "", ""])
        #expect(folder.names == ["counts.json", "counts.lock"])
    }

    @Test func `a store whose name looks like that of such a file keeps its own`() throws {
        folder.store("counts.unwritten-0").add(7, to: "count")

        folder.store().add(1, to: "count")

        #expect(folder.store("counts.unwritten-0").value("count") == 7)
        #expect(folder.text("counts.json") == #"{"count":1}"#)
    }

    @Test(arguments: ["", "{", "[]", #"{"count":{"before":1}}"#, #"{"count":5}"#])
    func `a file that a killed process has written in part is removed`(text: String) throws {
        folder.store().add(1, to: "count")
        try leave(text, as: "0")

        folder.store().add(1, to: "count")

        #expect(folder.names == ["counts.json", "counts.lock"])
        #expect(folder.text("counts.json") == #"{"count":2}"#)
    }

    @Test func `the counters of a scenario add up as well`() {
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
        func scenario(_ calls: StoreCalls) -> (Scenario, KeyValueStore) {
            let store = KeyValueStore(
                namespace: "counts",
                directory: folder.path,
                calls: calls,
                rules: [.scenarioRecord]
            )
            return (Scenario(id: "shown", rule: .maxExecutionsPermitted(3), store: store), store)
        }
        let (locked, store) = scenario(OtherProcess().calls)
        locked.trigger(at: date)
        scenario(StoreCalls()).0.trigger(at: date)

        _ = finish(store)

        #expect(scenario(StoreCalls()).0.counters(at: date).events == 2)
    }

    @Test func `what can't be written anywhere is lost, and this is said with the reason`() {
        let store = folder.store(calls: StoreCalls(write: { _, _ throws(SystemError) in throw .noSpace }))
        store.add(1, to: "count")

        #expect(
            finish(store)
                == ["changes of the store '\(folder.file("counts.json"))' are lost: No space left on device"]
        )
    }

    @Test func `a store without changes isn't waited for`() {
        let other = OtherProcess()

        #expect(finish(store(other)) == [])
        #expect(finish(KeyValueStore()) == [])
        #expect(other.pauses == [])
    }

    @Test(arguments: seeds(of: 1...40))
    func `no count is lost, whichever process is locked out when it ends`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var sum = 0
        for _ in 0..<12 {
            let others = (0..<3).map { _ in OtherProcess() }
            let stores = others.map { folder.store(calls: $0.calls) }
            for other in others where Bool.random(using: &random) { other.letGo() }
            for _ in 0..<6 {
                let step = Int.random(in: 1...9, using: &random)
                sum += step
                stores[Int.random(in: 0..<3, using: &random)].add(step, to: "count")
            }
            for other in others where Bool.random(using: &random) { other.letGo() }
            for store in stores.shuffled(using: &random) { _ = finish(store) }
        }

        #expect(folder.store().value("count") == .int(sum))
        #expect(folder.names == ["counts.json", "counts.lock"])
    }
}
