internal import Dispatch
internal import Synchronization

/// Lets one transaction at a time through in this process, and knows its thread.
///
/// All stores on one file share a gate, so that a transaction inside another is
/// noticed through whichever store it comes.
final class StoreGate: Sendable {
    private let semaphore = DispatchSemaphore(value: 1)
    /// The thread inside, put here by itself; 0 for none.
    private let owner = Atomic<UInt>(0)
    private let deferred = Mutex<[@Sendable () -> Void]>([])

    /// Whether the calling thread is inside.
    var isEntered: Bool { owner.load(ordering: .relaxed) == SystemThread.currentID }

    /// Waits for the others and enters; false at once when the calling thread is inside already.
    func enter() -> Bool {
        guard !isEntered else { return false }
        semaphore.wait()
        owner.store(SystemThread.currentID, ordering: .relaxed)
        return true
    }

    /// Lets the next one in, and then does what was put off.
    func leave() {
        let work = deferred.withLock { deferred in
            defer { deferred = [] }
            return deferred
        }
        owner.store(0, ordering: .relaxed)
        semaphore.signal()
        for work in work { work() }
    }

    /// Puts work off until the calling thread, which is inside, has left.
    func afterwards(_ work: @escaping @Sendable () -> Void) {
        deferred.withLock { $0.append(work) }
    }

    // MARK: - One for each file

    private struct Entry {
        weak var gate: StoreGate?
    }

    private static let gates = Mutex<[String: Entry]>([:])

    /// The gate that all stores on a path share.
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
