/// The timers that wait for their moment, earliest first; a pure value.
///
/// Timers of the same moment fire in the order in which they were added.
struct TimerQueue<Payload> {
    /// What a timer is known by until it has fired.
    typealias ID = UInt64

    private struct Entry {
        let deadline: Duration
        let id: ID
    }

    /// A binary heap; cancelled entries stay in it until they come to the top.
    private var heap: [Entry] = []
    private var payloads: [ID: Payload] = [:]
    private var lastID: ID = 0

    /// How many timers wait.
    var count: Int { payloads.count }

    /// When the earliest timer wants to fire; nil when none waits.
    var nextDeadline: Duration? { heap.first?.deadline }

    /// Adds a timer and returns what it is cancelled by.
    mutating func add(_ payload: Payload, at deadline: Duration) -> ID {
        lastID += 1
        payloads[lastID] = payload
        heap.append(Entry(deadline: deadline, id: lastID))
        siftUp(heap.count - 1)
        return lastID
    }

    /// Removes a timer and returns what it carried; nil when it has fired already.
    ///
    /// The payload is returned so that the caller can release it outside of
    /// whatever guards this queue.
    mutating func cancel(_ id: ID) -> Payload? {
        let payload = payloads.removeValue(forKey: id)
        dropCancelled()
        return payload
    }

    /// Removes the earliest timer that is due and returns it with its deadline.
    mutating func popDue(at now: Duration) -> (deadline: Duration, payload: Payload)? {
        guard let first = heap.first, first.deadline <= now else { return nil }
        removeFirst()
        let payload = payloads.removeValue(forKey: first.id)
        dropCancelled()
        return payload.map { (first.deadline, $0) }
    }

    // Keeps the top of the heap alive, so that `nextDeadline` never names a
    // timer that is gone: an idle host must not wake up for one.
    private mutating func dropCancelled() {
        while let first = heap.first, payloads[first.id] == nil { removeFirst() }
        if payloads.isEmpty { heap.removeAll(keepingCapacity: true) }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        siftDown(0)
    }

    private func precedes(_ a: Int, _ b: Int) -> Bool {
        (heap[a].deadline, heap[a].id) < (heap[b].deadline, heap[b].id)
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0, precedes(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && precedes(child, smallest) {
                smallest = child
            }
            guard smallest != parent else { return }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
