import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite(.tags(.scenarios)) struct KeyValueStoreTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    // MARK: - Values

    @Test func `a value is kept for the next run`() {
        let values: [String: PlainValue] = ["count": 3, "day": "2026-11-21", "ratio": 0.5, "list": [1, true, .null]]

        folder.store().update { $0 = values }

        #expect(folder.store().all == values)
        #expect(folder.store().value("count") == 3)
        #expect(folder.store().value("nothing") == nil)
        #expect(folder.problems == [])
    }

    @Test func `a whole double is not an int in the next run`() {
        folder.store().update { $0 = ["double": 1.0, "int": 1] }

        let all = folder.store().all

        #expect(all == ["double": .double(1), "int": .int(1)])
        #expect(folder.text("counts.json") == #"{"double":1.0,"int":1}"#)
    }

    @Test(arguments: seeds(of: 1...40)) func `all values come back unchanged`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let values: [String: PlainValue] = ["a": random.value(depth: 4), random.text(): random.value(depth: 4)]

        folder.store().update { $0 = values }

        #expect(folder.store().all == values)
        #expect(folder.problems == [])
    }

    @Test(arguments: seeds(of: 1...40)) func `any commits of two stores leave the file of one commit`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let stores = [folder.store(), folder.store()]
        var values: [String: PlainValue] = [:]

        for _ in 0..<30 {
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let key = "key \(Int.random(in: 0..<12, using: &random))"
                values[key] = Bool.random(using: &random) ? random.value(depth: 2) : nil
            }
            stores.randomElement(using: &random)?.update { $0 = values }
        }
        folder.store("whole").update { $0 = values }

        #expect(folder.text("counts.json") == folder.text("whole.json"))
        #expect(stores.map(\.all) == [values, values])
    }

    @Test func `a change that could not be written is in the file of the next commit`() throws {
        let isFull = Mutex(false)
        var calls = StoreCalls()
        calls.flush = { _ throws(SystemError) in if isFull.withLock({ $0 }) { throw SystemError.inputOutput } }
        let store = folder.store(calls: calls)
        store.update { $0 = ["a": 1, "b": 1, "c": 1] }

        isFull.withLock { $0 = true }
        store.update { $0["a"] = nil }
        isFull.withLock { $0 = false }
        store.update { $0["b"] = 2 }

        #expect(folder.text("counts.json") == #"{"b":2,"c":1}"#)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func `infinity and not-a-number become null`(number: Double) {
        let store = folder.store()

        store.update { $0["x"] = [["deep": .double(number)], .double(number)] }

        #expect(store.value("x") == [["deep": .null], .null])
        #expect(folder.store().value("x") == [["deep": .null], .null])
    }

    @Test func `an update returns what its body returns`() {
        let store = folder.store()

        let count = store.update { values in
            values["a"] = 7
            return values.count
        }

        #expect(count == 1)
    }

    @Test func `adding counts from nothing, and stops at the largest number`() {
        let store = folder.store()
        store.update { $0["text"] = "x" }

        let sums = [
            store.add(2, to: "a"), store.add(-5, to: "a"), store.add(1, to: "text"), store.add(.max, to: "text"),
        ]

        #expect(sums == [2, -3, 1, .max])
        #expect(folder.store().all == ["a": -3, "text": .int(.max)])
    }

    @Test func `namespaces do not see each other`() {
        folder.store("a").update { $0["x"] = 1 }
        folder.store("b").update { $0["x"] = 2 }

        #expect(folder.store("a").value("x") == 1)
        #expect(folder.store("b").value("x") == 2)
    }

    @Test func `a removed key is gone in the next run`() {
        folder.store().update { $0 = ["a": 1, "b": 2] }
        folder.store().update { $0["a"] = nil }

        #expect(folder.store().all == ["b": 2])
    }

    @Test func `a store in memory shares no values`() {
        let store = KeyValueStore()

        store.update { $0["a"] = .double(.nan) }
        store.update { $0["b"] = 2 }

        #expect(store.all == ["a": .null, "b": 2])
        #expect(KeyValueStore().all == [:])
    }

    // MARK: - Transactions

    @Test func `a store sees the commits of another one on its file`() {
        let first = folder.store()
        let second = folder.store()

        var seen: [PlainValue?] = []
        for count in 1...20 {
            first.update { $0["count"] = .int(count % 10) }
            seen.append(second.value("count"))
        }

        #expect(seen == (1...20).map { .int($0 % 10) })
    }

    @Test func `two stores on one file change each other's values`() {
        let first = folder.store()
        let second = folder.store()

        first.update { $0["a"] = 1 }
        second.update { $0["b"] = 2 }
        first.update { $0["a"] = nil }

        #expect(first.all == ["b": 2])
        #expect(second.all == ["b": 2])
    }

    @Test func `no count of many threads is lost`() {
        let stores = [folder.store(), folder.store()]

        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 0..<25 {
                stores[thread % 2].update { $0["count"] = .int(($0["count"]?.intValue ?? 0) + 1) }
                _ = stores[(thread + 1) % 2].value("count")
            }
        }

        #expect(folder.store().value("count") == 200)
        #expect(folder.problems == [])
    }

    @Test func `no count of many threads is lost in memory`() {
        let store = KeyValueStore()

        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            store.update { $0["count"] = .int(($0["count"]?.intValue ?? 0) + 1) }
        }

        #expect(store.value("count") == 200)
    }

    @Test func `nothing is written when the body throws`() {
        let store = folder.store()
        store.update { $0["a"] = 1 }

        #expect(throws: CancellationError.self) {
            try store.update { values in
                values["a"] = 2
                throw CancellationError()
            }
        }

        #expect(store.all == ["a": 1])
        #expect(folder.store().all == ["a": 1])
    }

    @Test func `nothing is written when nothing changed`() throws {
        let store = folder.store()
        store.update { $0["a"] = 1 }
        try folder.write(#"{"a": 1}"#, to: "counts.json")

        store.update { $0["a"] = 1 }

        #expect(folder.text("counts.json") == #"{"a": 1}"#)
    }

    @Test func `a throwing body does not block the next commit`() {
        let store = folder.store()
        try? store.update { _ in throw CancellationError() }

        store.update { $0["a"] = 1 }

        #expect(folder.store().all == ["a": 1])
    }

    @Test(arguments: [false, true])
    func `a call from a body is reported and changes nothing`(isThroughAnotherStore: Bool) {
        let store = folder.store()
        let inner = isThroughAnotherStore ? folder.store() : store
        store.update { $0 = ["a": 1, "b": 1] }

        let seen = store.update { values in
            values["a"] = 2
            let inside = inner.update { values in
                values["a"] = 3
                return values["b"]
            }
            return [inside, inner.value("a")]
        }

        #expect(seen == [1, 1])
        #expect(folder.kinds == [.reentered, .reentered])
        #expect(store.all == ["a": 2, "b": 1])
    }

    @Test func `a call from a body is reported in memory too`() {
        let store = KeyValueStore()

        let seen = store.update { values in
            values["a"] = 2
            store.update { $0["a"] = 3 }
            return store.value("a")
        }

        #expect(seen == nil)
        #expect(store.all == ["a": 2])
    }

    @Test func `the handler of a problem can use the store`() throws {
        let box = Mutex<KeyValueStore?>(nil)
        let store = KeyValueStore(namespace: "counts", directory: folder.path) { _ in
            box.withLock { $0 }?.update { $0["told"] = true }
        }
        box.withLock { $0 = store }
        try folder.write("{", to: "counts.json")

        store.update { $0["a"] = 1 }

        #expect(folder.store().all == ["a": 1, "told": true])
    }

    // MARK: - Files

    @Test func `only the user can read files and folders`() throws {
        folder.store(in: "/new/deep").update { $0["a"] = 1 }

        #expect(try folder.permissions(of: "new") == 0o700)
        #expect(try folder.permissions(of: "new/deep") == 0o700)
        #expect(try folder.permissions(of: "new/deep/counts.json") == 0o600)
        #expect(try folder.permissions(of: "new/deep/counts.lock") == 0o600)
    }

    @Test func `a file that other users could read is private after a commit`() throws {
        try folder.write("{}", to: "counts.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.file("counts.json"))

        folder.store().update { $0["a"] = 1 }

        #expect(try folder.permissions(of: "counts.json") == 0o600)
    }

    @Test func `reading creates no files`() {
        let store = folder.store(in: "/new")

        #expect(store.all == [:])
        #expect(folder.names == [])
    }

    @Test func `a commit leaves only the file and its lock`() {
        folder.store().update { $0["a"] = 1 }

        #expect(folder.names == ["counts.json", "counts.lock"])
    }

    @Test func `the file and its folder are flushed before a commit returns`() {
        let flushed = Mutex<[String]>([])
        let store = folder.store(
            calls: StoreCalls(flush: { [path = folder.path] file in
                let link = "/proc/self/fd/\(file.descriptor.number)"
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
                flushed.withLock { $0.append(target?.replacingOccurrences(of: path, with: "") ?? "") }
            })
        )

        store.update { $0["a"] = 1 }

        #expect(flushed.withLock { $0 } == ["/counts.json.new", ""])
    }

    @Test func `the unfinished file of a killed process is removed`() throws {
        try folder.write(#"{"a":"#, to: "counts.json.new")

        folder.store().update { $0["a"] = 1 }

        #expect(folder.names == ["counts.json", "counts.lock"])
        #expect(folder.problems == [])
    }

    @Test func `the next commit creates a removed folder again`() throws {
        let store = folder.store(in: "/new")
        store.update { $0["a"] = 1 }
        try folder.remove("new")

        #expect(store.all == [:])
        store.update { $0["b"] = 2 }

        #expect(folder.store(in: "/new").all == ["b": 2])
        #expect(folder.problems == [])
    }

    @Test(arguments: ["", "a/b", "../x", "ü", "a b", String(repeating: "a", count: 201)])
    func `an invalid namespace is reported and kept in memory`(namespace: String) {
        let store = folder.store(namespace)

        store.update { $0["a"] = 1 }

        #expect(store.all == ["a": 1])
        #expect(folder.names == [])
        #expect(folder.kinds == [.misnamed])
    }

    @Test(arguments: [".", "..", "a.b-c_D9"])
    func `a namespace is never a path`(namespace: String) {
        folder.store(namespace).update { $0["a"] = 1 }

        #expect(folder.names == ["\(namespace).json", "\(namespace).lock"])
    }

    // MARK: - The standard directory

    @Test(arguments: [
        (["XDG_STATE_HOME": "/state", "HOME": "/home/ann"], "host", "/state/host"),
        (["HOME": "/home/ann"], "host", "/home/ann/.local/state/host"),
        (["XDG_STATE_HOME": "", "HOME": "/home/ann"], "host", "/home/ann/.local/state/host"),
        (["XDG_STATE_HOME": "state", "HOME": "/home/ann"], "host", "/home/ann/.local/state/host"),
        (["XDG_STATE_HOME": "/state"], "/usr/bin/my host", "/state/my_host"),
        (["XDG_STATE_HOME": "/state"], "..", "/state/program"),
        (["XDG_STATE_HOME": "/state"], "", "/state/program"),
    ])
    func `the standard directory is XDG's`(environment: [String: String], program: String, directory: String) {
        #expect(StandardDirectory.state(of: program, environment) == directory)
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
    func `without HOME, the user database says where the home directory is`(environment: [String: String]) throws {
        let home = String(cString: try #require(getpwuid(getuid())).pointee.pw_dir)

        #expect(
            StandardDirectory.state(of: "host", environment) == "\(home)/.local/state/host"
        )
        #expect(StandardDirectory.cache(of: "host", environment) == "\(home)/.cache/host")
    }

    @Test(arguments: [
        (["XDG_CACHE_HOME": "/var/c"], "/opt/bin/shop", "/var/c/shop"),
        (["XDG_CACHE_HOME": "relative", "HOME": "/home/ada"], "shop", "/home/ada/.cache/shop"),
        (["HOME": "/home/ada"], "my shop", "/home/ada/.cache/my_shop"),
    ])
    func `the standard directory of a cache is XDG's`(environment: [String: String], program: String, folder: String) {
        #expect(StandardDirectory.cache(of: program, environment) == folder)
    }
}
