import HostRuntime

/// The newest events on the bus, as a pure value.
struct TrafficLog: Hashable, Sendable {
    /// The number of events that are kept at least.
    static let capacity = 10_000

    /// The newest events, oldest first.
    private(set) var events: [BusEvent] = []

    /// The number of events that came too fast to be kept.
    private(set) var dropped = 0

    mutating func append(_ traffic: BusTraffic) {
        dropped += traffic.dropped
        events += traffic.events
        // Many at once, because removing the first element moves all others.
        if events.count > 2 * TrafficLog.capacity { events.removeFirst(events.count - TrafficLog.capacity) }
    }

    mutating func clear() {
        self = TrafficLog()
    }

    /// Returns the events without those about a party.
    ///
    /// The party's posts stay: the inspector posts only what a person has asked it
    /// to post.
    func events(notAbout owner: Owner) -> [BusEvent] {
        events.filter { $0.subject != owner }
    }
}
