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
    private let deferred = Mutex<[Deferred]>([])

    /// Whether the current thread is inside.
    var isEntered: Bool { owner.load(ordering: .relaxed) == SystemThread.currentID }

    /// Waits for other threads and enters; false, without waiting, if the current thread is inside already.
    func enter() -> Bool {
        guard !isEntered else { return false }
        semaphore.wait()
        owner.store(SystemThread.currentID, ordering: .relaxed)
        return true
    }

    /// Leaves, and then runs the deferred work.
    func leave() {
        let work = deferred.withLock { deferred in
            defer { deferred = [] }
            return deferred
        }
        owner.store(0, ordering: .relaxed)
        semaphore.signal()
        for work in work { work.body() }
    }

    /// Leaves the gate closed for another thread, which calls `takeOver()`.
    func handOver() {
        owner.store(0, ordering: .relaxed)
    }

    /// Goes on in the transaction that another thread has handed over.
    func takeOver() {
        owner.store(SystemThread.currentID, ordering: .relaxed)
    }

    /// Defers work until the current thread, which is inside, has left.
    func afterwards(_ work: @escaping @Sendable () -> Void) {
        deferred.withLock { $0.append(Deferred(body: work)) }
    }

    // A closure stored directly in a generic container is wrapped once more by each access.
    private struct Deferred: Sendable {
        let body: @Sendable () -> Void
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
