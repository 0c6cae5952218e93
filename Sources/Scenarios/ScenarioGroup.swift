public import FoundationEssentials

/// The counters that all scenarios with a group in their rules share: what `ScenarioRule.group` names.
public struct ScenarioGroup: Sendable {
    /// The group's name.
    public let name: String

    private let store: KeyValueStore
    private let timeZone: CivilTimeZone
    private let isAlive: @Sendable (ReservationOwner) -> Bool

    /// Creates a group whose counters are in a store; days are those of the time zone.
    public init(_ name: String, store: KeyValueStore, timeZone: CivilTimeZone = .current) {
        self.init(name, store: store, timeZone: timeZone, isAlive: ReservationOwner.isAlive)
    }

    init(
        _ name: String,
        store: KeyValueStore,
        timeZone: CivilTimeZone,
        isAlive: @escaping @Sendable (ReservationOwner) -> Bool
    ) {
        self.name = name
        self.store = store
        self.timeZone = timeZone
        self.isAlive = isAlive
    }

    /// Returns the names of the groups that have counters in a store, in alphabetical order.
    public static func names(in store: KeyValueStore) -> [String] {
        store.all.keys.compactMap { ScenarioLedger.name(ofKey: $0) }.filter(\.isGroup).map(\.id).sorted()
    }

    /// Returns the group's counts, without changing anything.
    public func counts(at date: Date) -> ScenarioCounts {
        var record = ScenarioRecord(store.value(key))
        record.removeExpired(at: date.timeIntervalSinceReferenceDate, isAlive: isAlive)
        return ScenarioCounts(record, at: date, in: timeZone)
    }

    /// Records that the calendar is at a date, without counting anything.
    ///
    /// It changes something only while the system clock is behind the latest record.
    /// Such a clock is measured from one record to the next, so counters that are
    /// only read would otherwise stand still until the calendar has caught up.
    public func recordMoment(at date: Date) {
        let now = date.timeIntervalSinceReferenceDate
        update {
            $0.removeExpired(at: now, isAlive: isAlive)
            $0.recordMoment(at: now)
        }
    }

    /// Forgets what the group has counted; the scenarios' own counters stay.
    public func reset() {
        update { $0.reset() }
    }

    private var key: String { ScenarioLedger.key(group: name) }

    private func update(_ body: (inout ScenarioRecord) -> Void) {
        store.attemptUpdate(merging: [key: .scenarioRecord]) { values in
            let before = ScenarioRecord(values[key])
            var record = before
            body(&record)
            if record != before { values[key] = record.stored }
        }
    }
}
