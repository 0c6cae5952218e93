/// A queue of timers, earliest first, as a pure value.
///
/// Timers with the same deadline fire in the order in which they were added.
struct TimerQueue<Payload> {
    /// A timer's place in the order of firing, which finds it when it is cancelled.
    struct ID: Comparable {
        fileprivate let deadline: Duration
        fileprivate let number: UInt64

        static func < (a: ID, b: ID) -> Bool {
            (a.deadline, a.number) < (b.deadline, b.number)
        }
    }

    private struct Entry {
        let id: ID
        let payload: Payload
    }

    // The earliest is the last, so that removing it moves no other.
    private var entries: [Entry] = []
    private var lastNumber: UInt64 = 0

    init() {}

    var count: Int { entries.count }

    /// The earliest deadline; nil if no timer waits.
    var nextDeadline: Duration? { entries.last?.id.deadline }

    /// Adds a timer, and returns the id that cancels it.
    mutating func add(_ payload: Payload, at deadline: Duration) -> ID {
        lastNumber += 1
        let id = ID(deadline: deadline, number: lastNumber)
        entries.insert(Entry(id: id, payload: payload), at: index(of: id))
        return id
    }

    /// Removes a timer and returns its payload; nil if it has fired already.
    ///
    /// The caller releases the payload, outside any lock that guards the queue.
    mutating func cancel(_ id: ID) -> Payload? {
        let index = index(of: id)
        return index < entries.count && entries[index].id == id ? entries.remove(at: index).payload : nil
    }

    /// Removes the earliest timer that is due, and returns it with its deadline.
    mutating func popDue(at now: Duration) -> (deadline: Duration, payload: Payload)? {
        guard let next = entries.last, next.id.deadline <= now else { return nil }
        entries.removeLast()
        return (next.id.deadline, next.payload)
    }

    /// Returns the first place at which a timer is that fires no later.
    private func index(of id: ID) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id > id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
