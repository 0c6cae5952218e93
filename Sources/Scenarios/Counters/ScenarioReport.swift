/// The stored counters of a scenario or of a group of scenarios, for tools that list them.
public struct ScenarioReport: Hashable, Sendable {
    /// The id of the scenario, or the name of the group.
    public let id: String

    /// Whether these are the counters of a group, which several scenarios share.
    public let isGroup: Bool

    /// The namespace of the store with the counters; nil if it isn't a store of the host.
    public let namespace: String?

    /// The number of events.
    public let events: Int

    /// The number of executions.
    public let executions: Int

    /// The seconds since the last event; nil if there was none.
    public let secondsSinceEvent: Double?

    /// The seconds since the last execution; nil if there was none.
    public let secondsSinceExecution: Double?

    /// The number of reservations that are neither committed nor rolled back.
    public let openReservations: Int
}

extension ScenarioReport {
    /// Reads the counters in a store's values, at a moment in seconds since the reference date.
    package static func all(in values: [String: PlainValue], of namespace: String, at now: Double) -> [ScenarioReport] {
        values.compactMap { key, value in
            guard let name = ScenarioLedger.name(ofKey: key) else { return nil }
            return ScenarioReport(name.id, isGroup: name.isGroup, namespace, ScenarioRecord(value), at: now)
        }
    }

    package init(_ id: String, isGroup: Bool = false, _ namespace: String?, _ record: ScenarioRecord, at now: Double) {
        self.id = id
        self.isGroup = isGroup
        self.namespace = namespace
        events = record.events
        executions = record.executions
        secondsSinceEvent = record.elapsed(since: record.lastEvent, at: now)
        secondsSinceExecution = record.elapsed(since: record.lastExecution, at: now)
        openReservations = record.openReservations(at: now).count
    }
}
