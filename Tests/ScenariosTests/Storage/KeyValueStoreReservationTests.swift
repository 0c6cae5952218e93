import Dispatch
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

/// Reservations on the thread that draws, with a disk that the test holds up.
@Suite(.tags(.scenarios)) struct KeyValueStoreReservationTests {
    private let folder: StoreFolder
    private let disk = SlowDisk()
    private let date = Date(timeIntervalSinceReferenceDate: 800_000_000)

    init() throws {
        folder = try StoreFolder()
    }

    private var store: KeyValueStore { folder.store(calls: disk.calls) }

    private func scenario(_ store: KeyValueStore) -> Scenario {
        Scenario(id: "once", rule: .maxExecutionsPermitted(1), store: store)
    }

    @Test func `a reservation is made, and a frame may be drawn, before the disk has it`() throws {
        let scenario = scenario(store)

        let reservation = try scenario.reserve(at: date).get()
        disk.log("painted")
        disk.resume()
        reservation.commit(at: date)

        // The file and its folder, for the reservation and the count in one or for each.
        let flushes = disk.events.dropFirst()
        #expect(disk.events.first == "painted")
        #expect(flushes.allSatisfy { $0 == "flushed" } && [2, 4].contains(flushes.count))
        #expect(!self.scenario(folder.store()).decide(at: date).isAllowed)
    }

    @Test func `a reservation that is not on the disk counts in its process`() throws {
        let store = store
        let reservation = try scenario(store).reserve(at: date).get()

        #expect(folder.text("counts.json") == nil)
        #expect(!scenario(store).decide(at: date).isAllowed)

        disk.resume()
        reservation.rollBack()
        #expect(scenario(store).decide(at: date).isAllowed)
    }

    @Test func `no other process begins a transaction before a reservation is on the disk`() throws {
        let other = StoreFile(namespace: "counts", directory: folder.path, calls: StoreCalls())
        let store = store
        let reservation = try scenario(store).reserve(at: date).get()

        #expect(try other.lock().map { _ in true } == nil)

        disk.resume()
        reservation.commit(at: date)
        let lock = try other.lock()
        #expect(lock != nil)
        lock?.release()
    }

    @Test func `no other process begins one before it, though a transaction in between throws`() throws {
        let other = StoreFile(namespace: "counts", directory: folder.path, calls: StoreCalls())
        var calls = disk.calls
        let works = Mutex<[@Sendable () -> Void]>([])
        calls.start = { work in
            works.withLock { $0.append(work) }
            return true
        }
        let store = folder.store(calls: calls)
        let reservation = try scenario(store).reserve(at: date).get()

        try? store.update { _ in throw CancellationError() }
        #expect(try other.lock().map { _ in true } == nil)

        disk.resume()
        for work in works.withLock({ $0 }) { work() }
        let lock = try other.lock()
        #expect(lock != nil)
        lock?.release()
        #expect(folder.text("counts.json") != nil)
        withExtendedLifetime(reservation) {}
    }

    @Test func `a flush waits for the disk that another thread writes to`() {
        let store = store
        store.attemptUpdate(merging: [:], isWrittenLater: true) { $0["plugin"] = "confetti" }
        #expect(folder.text("counts.json") == nil)
        disk.resume()

        let isWritten = store.flush(timeout: .none)

        #expect(isWritten)
        #expect(disk.events == ["flushed", "flushed"])
        #expect(folder.text("counts.json") == #"{"plugin":"confetti"}"#)
    }

    @Test func `a change that is too large is dropped on the thread that draws, and the next one is written`() {
        let store = store
        disk.resume()
        store.update { $0["filler"] = .string(String(repeating: "x", count: StoreFormat.sizeLimit - 73)) }
        let size = folder.text("counts.json")?.utf8.count

        store.attemptUpdate(merging: [:], isWrittenLater: true) {
            $0["large"] = .string(String(repeating: "x", count: 100))
        }
        store.update { $0["small"] = 1 }

        #expect(size == StoreFormat.sizeLimit - 60)
        #expect(store.all.keys.sorted() == ["filler", "small"])
        #expect(folder.store().all.keys.sorted() == ["filler", "small"])
        #expect(folder.problems.map(\.reason) == ["it would be larger than 1048576 bytes"])
    }

    @Test func `a count is on the disk when it has been committed, on the thread that draws too`() {
        let store = store
        disk.resume()

        store.add(1, to: "count")

        #expect(disk.events == ["flushed", "flushed"])
        #expect(folder.store().value("count") == 1)
    }

    @Test func `a reservation that could not be written is reported, and kept in memory`() throws {
        let store = store
        disk.isFull = true
        let reservation = try scenario(store).reserve(at: date).get()
        disk.resume()

        // Waits for the reservation's thread.
        store.add(1, to: "count")

        #expect(folder.kinds == [.unwritable])
        #expect(!scenario(store).decide(at: date).isAllowed)
        withExtendedLifetime(reservation) {}
    }

    @Test func `a change for which the file has no room any more gives up the lock, and no thread retries`() throws {
        let threads = Mutex<[@Sendable () -> Void]>([])
        var calls = disk.calls
        calls.start = { work in
            threads.withLock { $0.append(work) }
            return true
        }
        disk.resume()
        let store = folder.store(calls: calls)
        let large = String(repeating: "x", count: StoreFormat.sizeLimit / 2)
        store.attemptUpdate(merging: [:], isWrittenLater: true) { $0["large"] = .string(large) }
        // By something that knows no locks.
        try folder.write(#"{"other":"\#(large)"}"#, to: "counts.json")

        threads.withLock { $0.first }?()

        #expect(threads.withLock { $0.count } == 1)
        #expect(folder.kinds == [.refused])
        let other = StoreFile(namespace: "counts", directory: folder.path, calls: StoreCalls())
        #expect(try other.lock().map { _ in true } == true)
    }

    @Test func `without a thread to write it, a reservation is on the disk when it is made`() throws {
        var calls = disk.calls
        calls.start = { _ in false }
        disk.resume()

        let reservation = try scenario(folder.store(calls: calls)).reserve(at: date).get()

        #expect(disk.events == ["flushed", "flushed"])
        withExtendedLifetime(reservation) {}
    }
}

/// A disk whose flushes wait until the test resumes it.
private final class SlowDisk: Sendable {
    private struct State {
        var events: [String] = []
        var isFull = false
    }

    private let state = Mutex(State())
    private let isResumed = DispatchSemaphore(value: 0)

    var events: [String] { state.withLock { $0.events } }

    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    func log(_ event: String) {
        state.withLock { $0.events.append(event) }
    }

    func resume() {
        isResumed.signal()
    }

    /// The calls of the thread that draws.
    var calls: StoreCalls {
        var calls = StoreCalls()
        calls.timeout = { .mainThread }
        calls.flush = { _ throws(SystemError) in
            self.isResumed.wait()
            self.isResumed.signal()
            guard !self.isFull else { throw SystemError.inputOutput }
            self.log("flushed")
        }
        return calls
    }
}
