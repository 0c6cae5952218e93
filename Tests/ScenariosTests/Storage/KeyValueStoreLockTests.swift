import Foundation
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite(.tags(.scenarios)) struct KeyValueStoreLockTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private func count(_ store: KeyValueStore, _ key: String = "count", by step: Int = 1) {
        store.add(step, to: key)
    }

    // MARK: - Waiting

    @Test func `a lock that is released during the wait is taken, and nothing is reported`() {
        let other = OtherProcess(timeout: .seconds(1))
        let store = folder.store(calls: other.calls)
        other.letGo(afterPauses: 5)

        count(store)

        #expect(folder.text("counts.json") == #"{"count":1}"#)
        #expect(other.pauses.count == 5)
        #expect(folder.problems == [])
    }

    @Test func `a lock that stays taken delays a transaction no longer than its timeout`() {
        let other = OtherProcess(timeout: .milliseconds(50))
        let store = folder.store(calls: other.calls)

        count(store)

        #expect(other.pauses.reduce(.zero, +) == .milliseconds(50))
        #expect(store.value("count") == 1)
        #expect(folder.text("counts.json") == nil)
    }

    @Test func `after one failed wait for the lock there is no second one`() {
        let other = OtherProcess(timeout: .milliseconds(50))
        let store = folder.store(calls: other.calls)
        count(store)
        let pauses = other.pauses.count

        for _ in 0..<10 { count(store) }

        #expect(other.pauses.count == pauses)
        #expect(store.value("count") == 11)
    }

    @Test func `a locked store is reported once, and again if it was free in between`() {
        let other = OtherProcess()
        let store = folder.store(calls: other.calls)

        for _ in 0..<3 { count(store) }
        let first = folder.kinds
        other.letGo()
        count(store)
        other.hold()
        count(store)

        #expect(first == [.locked])
        #expect(folder.kinds == [.locked, .locked])
    }

    @Test(arguments: [ENOLCK, ENOSYS, EOPNOTSUPP])
    func `where a file system has no locks, one process keeps everything, and the person is told once`(code: Int32) {
        var calls = StoreCalls.system
        calls.lock = { _ throws(SystemError) in throw SystemError(code: code) }
        let store = folder.store(calls: calls)

        for _ in 0..<3 { count(store) }
        let rest = KeyValueStore.finishAll([store]) { _ in }

        #expect(folder.text("counts.json") == #"{"count":3}"#)
        #expect(folder.problems.map { "\($0)".contains("can't be locked") } == [true])
        #expect(rest == [])
        #expect(folder.names == ["counts.json", "counts.lock"])
    }

    @Test func `reading waits for no other process`() {
        folder.store().update { $0["a"] = 1 }
        let other = OtherProcess(timeout: .seconds(1))

        let value = folder.store(calls: other.calls).value("a")

        #expect(value == 1)
        #expect(other.pauses == [])
    }

    @Test func `a damaged file is not moved while another process may be writing it`() throws {
        try folder.write("{", to: "counts.json")
        let other = OtherProcess()
        let store = folder.store(calls: other.calls)

        count(store)
        let locked = folder.names
        other.letGo()
        count(store)

        #expect(locked == ["counts.json", "counts.lock"])
        #expect(folder.store().value("count") == 2)
        #expect(folder.text("counts.json.damaged-1") == "{")
    }

    // MARK: - Merging

    @Test func `changes in memory are written as soon as the other process releases the lock`() {
        let other = OtherProcess()
        let store = folder.store(calls: other.calls)
        for _ in 0..<3 { count(store) }
        other.letGo(afterPauses: 4)

        other.runThreads()

        #expect(folder.text("counts.json") == #"{"count":3}"#)
        #expect(other.pauses == [20, 40, 80, 160].map { .milliseconds($0) })
    }

    @Test func `one thread waits for the lock, for any number of changes`() {
        let other = OtherProcess()
        let store = folder.store(calls: other.calls)

        for _ in 0..<10 { count(store) }

        #expect(other.threads == 1)
    }

    @Test func `a lock that is taken again is waited for again`() {
        let other = OtherProcess()
        let store = folder.store(calls: other.calls)
        count(store)
        other.letGo()
        other.runThreads()
        other.hold()

        count(store)

        #expect(other.threads == 1)
    }

    @Test func `a lock that can't be opened any more is not waited for`() throws {
        let other = OtherProcess()
        var calls = other.calls
        let folder = folder
        // The test ends even if the thread continues.
        calls.pause = { pause in
            other.calls.pause(pause)
            if other.pauses.count == 20 { try? folder.remove("counts.lock") }
        }
        let store = folder.store(calls: calls)
        count(store)
        other.letGo()
        try folder.remove("counts.lock")
        try FileManager.default.createDirectory(atPath: folder.file("counts.lock"), withIntermediateDirectories: false)

        other.runThreads()
        let pauses = other.pauses
        try folder.remove("counts.lock")
        count(store)

        #expect(pauses == [])
        #expect(folder.kinds == [.locked, .unwritable])
        #expect(folder.text("counts.json") == #"{"count":2}"#)
    }

    @Test func `counts in memory and counts of other processes add up`() {
        let other = OtherProcess()
        let store = folder.store(calls: other.calls)
        count(store, by: 3)
        count(folder.store(), by: 4)
        count(store, by: 2)
        count(folder.store(), "theirs")

        let seen = store.all
        other.letGo()
        count(store)

        #expect(seen == ["count": 9, "theirs": 1])
        #expect(folder.store().all == ["count": 10, "theirs": 1])
    }

    @Test func `a number that was set in memory is not added to the number of another process`() {
        folder.store().update { $0["column"] = 5 }
        let other = OtherProcess()
        let store = folder.store(calls: other.calls)
        store.update { $0["column"] = 70 }
        folder.store().update { $0["column"] = 60 }

        other.letGo()
        let isWritten = store.flush(timeout: .none)

        #expect(isWritten)
        #expect(folder.store().all == ["column": 70])
    }

    @Test func `sums of numbers in a dictionary add up, and other values are replaced`() {
        folder.store().update { $0 = ["shares": ["a": 0.5, "b": 1.0], "name": "old"] }
        let other = OtherProcess()
        let store = folder.store(calls: other.calls)
        store.update(summing: ["shares"]) { $0 = ["shares": ["a": 0.25, "b": 1.0], "name": "mine"] }
        folder.store().update(summing: ["shares"]) { $0 = ["shares": ["a": 1.5, "b": 0.5], "name": "theirs"] }

        other.letGo()
        _ = store.flush(timeout: .none)

        #expect(folder.store().all == ["shares": ["a": 1.25, "b": 0.5], "name": "mine"])
    }

    @Test func `sums under their day add up, and those of past days go`() {
        folder.store().update { $0["fetched"] = ["8999": 500] }
        let other = OtherProcess()
        let store = folder.store(calls: other.calls)
        store.update(summing: ["fetched"]) { $0["fetched"] = ["9000": 40] }
        folder.store().update(summing: ["fetched"]) { $0["fetched"] = ["9000": 70] }

        other.letGo()
        _ = store.flush(timeout: .none)

        #expect(folder.store().all == ["fetched": ["9000": 110]])
    }

    @Test(arguments: seeds(of: 1...40))
    func `no count is lost, whichever process is locked out at whatever time`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let others = (0..<3).map { _ in OtherProcess() }
        let stores = others.map { folder.store(calls: $0.calls) }
        for other in others { other.letGo() }

        var sums = ["a": 0, "b": 0]
        for _ in 0..<60 {
            let index = Int.random(in: 0..<3, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: others[index].hold()
            case 1: others[index].letGo()
            case 2: _ = stores[index].all
            default:
                let (key, step) = (
                    ["a", "b"].randomElement(using: &random) ?? "a", Int.random(in: 1...9, using: &random)
                )
                sums[key, default: 0] += step
                count(stores[index], key, by: step)
            }
        }
        for other in others { other.letGo() }
        for store in stores { _ = store.flush(timeout: .none) }

        #expect(folder.problems.allSatisfy { $0.kind == .locked })
        #expect(folder.store().all == sums.filter { $0.value > 0 }.mapValues { .int($0) })
    }

    @Test func `the last attempt returns whether everything is written`() {
        let other = OtherProcess()
        let store = folder.store(calls: other.calls)
        count(store)

        let isWritten = [store.flush(timeout: .none)]
        other.letGo()

        #expect(isWritten + [store.flush(timeout: .none)] == [false, true])
        #expect(folder.store().value("count") == 1)
    }

    // MARK: - Real processes

    @Test(arguments: [false, true])
    func `a process that holds the lock forever is reported, and changes are written after its end`(
        isStopped: Bool
    ) throws {
        let holder = try LockingProcess(folder.file("counts.lock"))
        if isStopped { holder.stop() }
        // The lock is real; only the threads and the pauses are replaced.
        var calls = OtherProcess().calls
        calls.lock = StoreCalls().lock
        let store = folder.store(calls: calls)

        count(store)
        count(store)
        let before = folder.text("counts.json")
        holder.kill()
        let isWritten = store.flush(timeout: .none)

        #expect(before == nil)
        #expect(isWritten)
        #expect(folder.text("counts.json") == #"{"count":2}"#)
        #expect(folder.kinds == [.locked])
        #expect(folder.problems.map(\.reason) == ["another process holds its lock"])
    }
}

/// Another process that holds a file's lock.
final class LockingProcess {
    private let child: ChildProcess

    /// Starts the process, and returns when it has the lock.
    init(_ path: String) throws {
        // With -o, only flock itself has the lock, and not the command that it runs.
        child = try ChildProcess("/usr/bin/flock", ["-o", path, "/bin/sh", "-c", "echo held; exec cat"])
        _ = child.readAvailable()
    }

    func stop() {
        child.send(SIGSTOP)
        child.waitForStop()
    }

    func kill() {
        child.send(SIGKILL)
        // Its command ends with its input.
        child.closeInput()
        child.waitForEnd()
    }
}
