/// The newest events on a bus, in equal shares for all messages; a pure value.
///
/// When there is no more room, each message keeps its newest events, so that a flood
/// of one doesn't push out the others: with room for 10,000 events, each of a hundred
/// messages keeps its last hundred, whatever else is posted.
public struct BusHistory: Hashable, Sendable {
    /// The number of events that are kept at least, and half of what is kept at most.
    let limit: Int

    /// The events, oldest first.
    public private(set) var events: [BusEvent] = []

    /// The number of events that were dropped.
    public private(set) var dropped = 0

    /// Creates an empty history.
    public init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Appends an event.
    public mutating func append(_ event: BusEvent) {
        events.append(event)
        // Many at once, because dropping looks at all of them.
        if events.count >= 2 * limit { trim() }
    }

    /// Appends events, with those that were dropped before.
    public mutating func append(_ traffic: BusTraffic) {
        dropped += traffic.dropped
        for event in traffic.events { append(event) }
    }

    /// Returns `limit` events at most with the number of the dropped ones, and begins anew.
    mutating func removeAll() -> BusTraffic {
        trim()
        defer { self = BusHistory(limit: limit) }
        return BusTraffic(events: events, dropped: dropped)
    }

    private mutating func trim() {
        guard events.count > limit else { return }
        var counts: [String: Int] = [:]
        for event in events { counts[event.messageName, default: 0] += 1 }
        let share = BusHistory.share(of: counts.values.sorted(), in: limit)
        // The oldest are dropped, down to the share of their message.
        let kept = events.filter { event in
            let count = counts[event.messageName] ?? 0
            guard count > share else { return true }
            counts[event.messageName] = count - 1
            return false
        }
        dropped += events.count - min(kept.count, limit)
        events = Array(kept.suffix(limit))
    }

    /// Returns the greatest share with which all counts, in ascending order, have room together; at least 1.
    private static func share(of counts: [Int], in room: Int) -> Int {
        var room = room
        for (index, count) in counts.enumerated() {
            let share = room / (counts.count - index)
            if count > share { return max(1, share) }
            room -= count
        }
        return .max
    }
}
