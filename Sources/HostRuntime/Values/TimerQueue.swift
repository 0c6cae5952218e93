/// A queue of timers, earliest first, as a pure value.
///
/// Timers with the same deadline fire in the order in which they were added.
struct TimerQueue<Payload> {
    /// The identity of a timer until it fires.
    typealias ID = UInt64

    private struct Entry {
        let deadline: Duration
        let id: ID
    }

    /// A binary heap; cancelled entries stay in it until they reach the top.
    private var heap: [Entry] = []
    private var payloads: [ID: Payload] = [:]
    private var lastID: ID = 0

    /// The number of timers that wait.
    var count: Int { payloads.count }

    /// The earliest deadline; nil if no timer waits.
    var nextDeadline: Duration? { heap.first?.deadline }

    /// Adds a timer, and returns the id that cancels it.
    mutating func add(_ payload: Payload, at deadline: Duration) -> ID {
        lastID += 1
        payloads[lastID] = payload
        heap.append(Entry(deadline: deadline, id: lastID))
        siftUp(heap.count - 1)
        return lastID
    }

    /// Removes a timer and returns its payload; nil if it has fired already.
    ///
    /// The caller releases the payload, outside any lock that guards the queue.
    mutating func cancel(_ id: ID) -> Payload? {
        let payload = payloads.removeValue(forKey: id)
        dropCancelled()
        return payload
    }

    /// Removes the earliest timer that is due, and returns it with its deadline.
    mutating func popDue(at now: Duration) -> (deadline: Duration, payload: Payload)? {
        guard let first = heap.first, first.deadline <= now else { return nil }
        removeFirst()
        let payload = payloads.removeValue(forKey: first.id)
        dropCancelled()
        return payload.map { (first.deadline, $0) }
    }

    // Keeps a live timer at the top, so that `nextDeadline` never belongs to a cancelled
    // one: an idle host must not wake up for it.
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
