internal import FoundationEssentials

/// The records that a scenario reads and writes: its own and those of its groups.
struct ScenarioLedger {
    var record: ScenarioRecord
    private(set) var groups: [String: ScenarioRecord]

    private let id: String

    init(id: String, groups: [String], values: [String: PlainValue]) {
        self.id = id
        record = ScenarioRecord(values[ScenarioLedger.key(scenario: id)])
        self.groups = Dictionary(
            uniqueKeysWithValues: groups.map { ($0, ScenarioRecord(values[ScenarioLedger.key(group: $0)])) }
        )
    }

    mutating func updateEach(_ body: (inout ScenarioRecord) -> Void) {
        body(&record)
        for (name, group) in groups {
            var group = group
            body(&group)
            groups[name] = group
        }
    }

    /// Calls a body with blank clocks, and restores the ledger's own afterwards.
    mutating func withoutClocks<Outcome>(_ body: (inout ScenarioLedger) -> Outcome) -> Outcome {
        let (clock, clocks) = (record.clock, groups.mapValues(\.clock))
        updateEach { $0.clock = ForwardClock() }
        let outcome = body(&self)
        record.clock = clock
        for (name, clock) in clocks { groups[name]?.clock = clock }
        return outcome
    }

    /// Returns the ledger without reservations that can't be committed any more.
    func withoutExpired(at date: Date, isAlive: (ReservationOwner) -> Bool) -> ScenarioLedger {
        var ledger = self
        ledger.updateEach { $0.removeExpired(at: date.timeIntervalSinceReferenceDate, isAlive: isAlive) }
        return ledger
    }

    /// Writes the records that have changed.
    func write(to values: inout [String: PlainValue]) {
        put(record, ScenarioLedger.key(scenario: id), &values)
        for (name, group) in groups { put(group, ScenarioLedger.key(group: name), &values) }
    }

    private func put(_ record: ScenarioRecord, _ key: String, _ values: inout [String: PlainValue]) {
        // An equal record in another form stays as it is, so that a check that
        // counts nothing writes nothing.
        if ScenarioRecord(values[key]) != record { values[key] = record.stored }
    }

    static func key(scenario id: String) -> String { "scenario/\(id)" }
    static func key(group name: String) -> String { "scenario-group/\(name)" }

    /// The keys of a scenario's record and of those of its groups.
    static func keys(scenario id: String, groups: [String]) -> [String] {
        [key(scenario: id)] + groups.map { key(group: $0) }
    }

    /// Returns what a key is for; nil if it's none of a scenario's.
    static func name(ofKey key: String) -> (id: String, isGroup: Bool)? {
        for (prefix, isGroup) in [(self.key(scenario: ""), false), (self.key(group: ""), true)]
        where key.hasPrefix(prefix) && key != prefix {
            return (String(key.dropFirst(prefix.count)), isGroup)
        }
        return nil
    }
}
