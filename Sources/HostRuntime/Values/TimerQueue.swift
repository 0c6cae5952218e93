/// A queue of timers, earliest first, as a pure value.
///
/// Timers with the same deadline fire in the order in which they were added.
struct TimerQueue<Payload> {
    typealias ID = UInt64

    private struct Entry {
        let deadline: Duration
        let id: ID
        let payload: Payload
    }

    // The earliest is the last, so that removing it moves no other.
    private var entries: [Entry] = []
    private var lastID: ID = 0

    var count: Int { entries.count }

    /// The earliest deadline; nil if no timer waits.
    var nextDeadline: Duration? { entries.last?.deadline }

    /// Adds a timer, and returns the id that cancels it.
    mutating func add(_ payload: Payload, at deadline: Duration) -> ID {
        lastID += 1
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].deadline > deadline { low = middle + 1 } else { high = middle }
        }
        entries.insert(Entry(deadline: deadline, id: lastID, payload: payload), at: low)
        return lastID
    }

    /// Removes a timer and returns its payload; nil if it has fired already.
    ///
    /// The caller releases the payload, outside any lock that guards the queue.
    mutating func cancel(_ id: ID) -> Payload? {
        entries.lastIndex { $0.id == id }.map { entries.remove(at: $0).payload }
    }

    /// Removes the earliest timer that is due, and returns it with its deadline.
    mutating func popDue(at now: Duration) -> (deadline: Duration, payload: Payload)? {
        guard let next = entries.last, next.deadline <= now else { return nil }
        entries.removeLast()
        return (next.deadline, next.payload)
    }
}
