public import FoundationEssentials

/// Something that may happen only so often, with counters that outlast the process.
///
/// It may be used on any thread. Several scenarios with one id and one storage
/// share their counters, also from several processes.
public struct Scenario: Sendable {
    /// What its counters are stored under; changing it starts them anew.
    public let id: String

    /// How often it may happen.
    public let rule: ScenarioRule

    private let store: any ScenarioStorage
    private let timeZone: CivilTimeZone
    private let owner: ScenarioOwner
    private let isAlive: @Sendable (ScenarioOwner) -> Bool
    private let moments: Moments

    /// Where the moments come from at which a scenario is asked, which decides what an earlier one means.
    enum Moments: Sendable {
        /// The clock: an earlier moment than the last tells of a clock that was set back.
        case clock
        /// The caller: each moment is the one that it says.
        case caller
    }

    /// Creates a scenario; days are those of the given time zone.
    public init(id: String, rule: ScenarioRule, store: any ScenarioStorage, timeZone: CivilTimeZone = .current) {
        self.init(id: id, rule: rule, store: store, timeZone: timeZone, owner: .current, isAlive: ScenarioOwner.isAlive)
    }

    init(
        id: String,
        rule: ScenarioRule,
        store: any ScenarioStorage,
        timeZone: CivilTimeZone,
        owner: ScenarioOwner,
        isAlive: @escaping @Sendable (ScenarioOwner) -> Bool,
        moments: Moments = .clock
    ) {
        self.id = id
        self.rule = rule
        self.store = store
        self.timeZone = timeZone
        self.owner = owner
        self.isAlive = isAlive
        self.moments = moments
    }

    // MARK: - Asking and counting

    /// Counts an event, for the scenario and for its groups.
    public func trigger(at date: Date) {
        change { $0.changeEach { $0.addEvent(at: date.seconds) } }
    }

    /// Tells whether it may happen, and changes nothing.
    ///
    /// `measured` has the seconds that the rule's `minSeconds` look at, by name.
    public func decide(
        at date: Date,
        conditions: [String: Bool] = [:],
        measured: [String: TimeInterval] = [:]
    ) -> Decision {
        var ledger = ScenarioLedger(id: id, groups: rule.groups, values: store.all)
        return settingClocks(&ledger) { ledger in
            decide(ledger.withoutExpired(at: date, isAlive: isAlive), at: date, conditions, measured)
        }
    }

    /// Counts an execution at once when it may happen.
    public func execute(at date: Date, conditions: [String: Bool] = [:]) -> Decision {
        change { ledger in
            let decision = settle(&ledger, at: date, conditions)
            if decision.isAllowed { ledger.changeEach { $0.addExecution(at: date.seconds, in: timeZone) } }
            return decision
        }
    }

    /// Takes the right to one execution when it may happen, and otherwise tells why not.
    ///
    /// The lease, in seconds, is how long it counts against the limits when it
    /// is neither committed nor rolled back. Where the process dies, it stops
    /// counting as soon as another process looks.
    public func reserve(
        at date: Date,
        conditions: [String: Bool] = [:],
        measured: [String: TimeInterval] = [:],
        lease: TimeInterval = 60
    ) -> Result<Reservation, Decision> {
        let lease = lease.isFinite ? max(0, lease) : 0
        let (decision, ticket) = change { ledger -> (Decision, ReservationTicket?) in
            let decision = settle(&ledger, at: date, conditions, measured)
            guard decision.isAllowed else { return (decision, nil) }
            let ticket = ReservationTicket(scenario: id, serial: ledger.record.nextSerial(), owner: owner)
            ledger.changeEach { $0.add(ticket, at: date.seconds, lease: lease) }
            return (decision, ticket)
        }
        return ticket.map { .success(Reservation($0, of: self, decision: decision)) } ?? .failure(decision)
    }

    /// Forgets all events and executions of the scenario; what its groups have counted stays unless it is to go, too.
    public func reset(withGroups: Bool = false) {
        change { ledger in
            if withGroups { ledger.changeEach { $0.reset() } } else { ledger.record.reset() }
        }
    }

    // MARK: - In two steps

    /// Decides on the newest counters; unlike `decide(at:)` it writes down that the clock was set back.
    func look(at date: Date, conditions: [String: Bool]) -> Decision {
        change { settle(&$0, at: date, conditions) }
    }

    /// Counts an execution when it may happen by what was decided before about
    /// events, and by what now holds about everything else.
    func execute(at date: Date, conditions: [String: Bool], eventsOf before: Decision) -> Decision {
        change { ledger in
            var decision = settle(&ledger, at: date, conditions)
            for (index, earlier) in before.conditions.enumerated() where ScenarioRule.eventNames.contains(earlier.name)
            {
                decision.conditions[index] = earlier
            }
            decision.isAllowed = decision.conditions.allSatisfy(\.isHeld)
            if decision.isAllowed { ledger.changeEach { $0.addExecution(at: date.seconds, in: timeZone) } }
            return decision
        }
    }

    // MARK: - Reservations

    func commit(_ ticket: ReservationTicket, at date: Date, changing body: (inout [String: PlainValue]) -> Void) {
        change(
            { ledger in
                ledger.changeEach { record in
                    record.remove(ticket)
                    record.addExecution(at: date.seconds, in: timeZone)
                }
            },
            then: body
        )
    }

    func rollBack(_ ticket: ReservationTicket) {
        change { $0.changeEach { $0.remove(ticket) } }
    }

    // MARK: - The storage

    private func change<Outcome>(
        _ body: (inout ScenarioLedger) -> Outcome,
        then changeOthers: (inout [String: PlainValue]) -> Void = { _ in }
    ) -> Outcome {
        store.updateLedger(id: id, groups: rule.groups, { settingClocks(&$0, body) }, then: changeOthers)
    }

    /// Does something with a ledger, whose clocks only speak of moments that were read from a clock.
    private func settingClocks<Outcome>(
        _ ledger: inout ScenarioLedger,
        _ body: (inout ScenarioLedger) -> Outcome
    ) -> Outcome {
        switch moments {
        case .clock: body(&ledger)
        case .caller: ledger.withoutClocks(body)
        }
    }

    /// Decides on what is stored, and writes down that the clock was set back if it was.
    private func settle(
        _ ledger: inout ScenarioLedger,
        at date: Date,
        _ conditions: [String: Bool],
        _ measured: [String: TimeInterval] = [:]
    ) -> Decision {
        ledger = ledger.withoutExpired(at: date, isAlive: isAlive)
        ledger.changeEach { if $0.clock.isBehind(date.seconds) { _ = $0.clock.advance(to: date.seconds) } }
        return decide(ledger, at: date, conditions, measured)
    }

    private func decide(
        _ ledger: ScenarioLedger,
        at date: Date,
        _ conditions: [String: Bool],
        _ measured: [String: TimeInterval]
    ) -> Decision {
        rule.decide(
            scenario: id,
            record: ledger.record,
            groups: ledger.groups,
            now: date,
            timeZone: timeZone,
            conditions: conditions,
            measured: measured
        )
    }
}

extension Date {
    /// Seconds of the reference date, in which differences are as exact as Foundation's own.
    fileprivate var seconds: Double { timeIntervalSinceReferenceDate }
}
