internal import Dispatch
internal import Synchronization

/// A gate that lets one transaction of this process through at a time, and knows its thread.
///
/// All stores on one file share a gate, which also notices a transaction inside
/// another one of a different store.
final class StoreGate: Sendable {
    private let semaphore = DispatchSemaphore(value: 1)
    /// The thread inside, which alone sets and clears this; 0 for none.
    private let owner = Atomic<UInt>(0)
    /// The stores that have a problem to report when the transaction inside has ended.
    private let called = Mutex<[KeyValueStore]>([])

    /// Whether the current thread is inside.
    var isEntered: Bool { owner.load(ordering: .relaxed) == SystemThread.currentID }

    /// Waits for other threads and enters; false, without waiting, if the current thread is inside already.
    func enter() -> Bool {
        guard !isEntered else { return false }
        semaphore.wait()
        owner.store(SystemThread.currentID, ordering: .relaxed)
        return true
    }

    /// Leaves, and then lets the stores that were called inside report it.
    func leave() {
        let stores = called.withLock { called in
            defer { called = [] }
            return called
        }
        owner.store(0, ordering: .relaxed)
        semaphore.signal()
        for store in stores { store.report() }
    }

    /// Records a call of a store by the transaction of the current thread.
    func record(callOf store: KeyValueStore) {
        called.withLock { $0.append(store) }
    }

    // MARK: - Sharing

    private struct Entry {
        weak var gate: StoreGate?
    }

    private static let gates = Mutex<[String: Entry]>([:])

    static func shared(for path: String) -> StoreGate {
        gates.withLock { gates in
            if let gate = gates[path]?.gate { return gate }
            gates = gates.filter { $0.value.gate != nil }
            let gate = StoreGate()
            gates[path] = Entry(gate: gate)
            return gate
        }
    }
}
