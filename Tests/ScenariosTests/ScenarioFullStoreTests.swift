import Foundation
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

/// What a scenario allows when its store has no room for its counters, or can't be written.
@Suite(.tags(.scenarios, .faults)) struct ScenarioFullStoreTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    /// A store with room for `bytes` more.
    private func store(room bytes: Int) -> KeyValueStore {
        let store = folder.store()
        store.update { $0["fill"] = .string(String(repeating: "x", count: StoreFormat.sizeLimit - bytes - 11)) }
        return store
    }

    private func onceADay(_ store: KeyValueStore) -> Scenario {
        scenario(.maxExecutions(1, per: .day), store: store)
    }

    @Test func `an execution that can't be counted is refused`() {
        let store = store(room: 8)
        let scenario = onceADay(store)

        #expect(scenario.executions(at: [0, 1, 2]) == [false, false, false])
        #expect(
            scenario.execute(at: noon()).answer(executed: "shown")
                == "Refused: its counters can't be stored, so nothing could limit it."
        )
        #expect(folder.kinds == [.refused])
    }

    @Test func `a reservation that can't be counted is refused`() {
        let store = store(room: 8)

        let result = onceADay(store).reserve(at: noon())

        guard case .failure(let decision) = result else {
            Issue.record("it was reserved")
            return
        }
        #expect(decision.reasons.map(\.kind) == [.storage])
    }

    @Test func `an execution counts even if what the caller changes with it has no room`() throws {
        let store = store(room: 4_096)
        let scenario = onceADay(store)
        let reservation = try scenario.reserve(at: noon()).get()

        reservation.commit(at: noon(1)) { $0["large"] = .string(String(repeating: "y", count: 8_192)) }

        #expect(store.value("large") == nil)
        #expect(!scenario.decide(at: noon(2)).isAllowed)
        #expect(scenario.decide(at: noon(2)).openReservations == 0)
    }

    @Test func `a store that has room again allows it again`() {
        let store = store(room: 8)
        let scenario = onceADay(store)
        _ = scenario.execute(at: noon())

        store.update { $0["fill"] = nil }

        #expect(scenario.executions(at: [0, 1]) == [true, false])
    }

    @Test func `an execution inside a transaction of its own store is refused, because it isn't counted`() {
        let store = folder.store()
        let scenario = onceADay(store)

        let decisions = store.update { _ in [scenario.execute(at: noon()), scenario.execute(at: noon(1))] }

        #expect(decisions.map(\.isAllowed) == [false, false])
        #expect(folder.kinds.allSatisfy { $0 == .reentered })
    }

    // MARK: - A store that can't be written

    private static let fullDisk = StoreCalls(write: { (_, _) throws(SystemError) in throw .noSpace })

    /// The thread that draws, whose reservations another thread writes.
    private static var fullDiskInFront: StoreCalls {
        var calls = fullDisk
        calls.timeout = { .mainThread }
        return calls
    }

    @Test(arguments: ["the disk is full", "the disk is full, in front", "the lock file is a folder"])
    func `nothing is executed or reserved that can't be written, and it counts nothing later`(fault: String) throws {
        if fault.hasPrefix("the lock") {
            let lock = folder.file("counts.lock")
            try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
        }
        let calls =
            switch fault {
            case "the disk is full": ScenarioFullStoreTests.fullDisk
            case "the disk is full, in front": ScenarioFullStoreTests.fullDiskInFront
            default: StoreCalls()
            }
        let store = folder.store(calls: calls)
        let scenario = onceADay(store)

        for second in 0..<3 {
            #expect(scenario.execute(at: noon(Double(second))).reasons.map(\.kind) == [.storage])
            #expect(throws: Decision.self) { try scenario.reserve(at: noon(Double(second))).get() }
        }

        #expect(store.all == [:])
        #expect(!store.hasUnwrittenChanges)
        #expect(folder.kinds == [.unwritable])
    }
}
