internal import FoundationEssentials

/// The records that one scenario reads and writes: its own and those of its groups.
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

    /// Does something with the scenario's record and with each of its groups'.
    mutating func changeEach(_ body: (inout ScenarioRecord) -> Void) {
        body(&record)
        for (name, group) in groups {
            var group = group
            body(&group)
            groups[name] = group
        }
    }

    /// Does something with the ledger at a moment that its clocks know nothing of and do not remember.
    mutating func withoutClocks<Outcome>(_ body: (inout ScenarioLedger) -> Outcome) -> Outcome {
        let (clock, clocks) = (record.clock, groups.mapValues(\.clock))
        changeEach { $0.clock = LedgerClock() }
        let outcome = body(&self)
        record.clock = clock
        for (name, clock) in clocks { groups[name]?.clock = clock }
        return outcome
    }

    /// Makes the change that turned one ledger into another to this one, which others have changed meanwhile.
    mutating func merge(from before: ScenarioLedger, to after: ScenarioLedger) {
        record.merge(from: before.record, to: after.record)
        for (name, group) in after.groups {
            groups[name, default: ScenarioRecord()].merge(from: before.groups[name] ?? ScenarioRecord(), to: group)
        }
    }

    /// The ledger without the reservations that nobody will commit.
    func withoutExpired(at date: Date, isAlive: (ScenarioOwner) -> Bool) -> ScenarioLedger {
        var ledger = self
        ledger.changeEach { $0.removeExpired(at: date.timeIntervalSinceReferenceDate, isAlive: isAlive) }
        return ledger
    }

    /// Puts what has changed into the values.
    func write(to values: inout [String: PlainValue]) {
        put(record, ScenarioLedger.key(scenario: id), &values)
        for (name, group) in groups { put(group, ScenarioLedger.key(group: name), &values) }
    }

    private func put(_ record: ScenarioRecord, _ key: String, _ values: inout [String: PlainValue]) {
        // A value that says the same in other words is left alone, so that a
        // check that counts nothing writes nothing.
        if ScenarioRecord(values[key]) != record { values[key] = record.stored }
    }

    static func key(scenario id: String) -> String { "scenario/\(id)" }
    static func key(group name: String) -> String { "scenario-group/\(name)" }
}
