public import FoundationEssentials

/// Something that may happen only so often, with counters that outlast the process.
///
/// A scenario can be used on any thread. Scenarios with the same id and store
/// share their counters, even across processes.
public struct Scenario: Sendable {
    /// The key of the stored counters; changing it starts them from zero.
    let id: String

    /// The rule for how often it may happen.
    let rule: ScenarioRule

    private let store: KeyValueStore
    let timeZone: CivilTimeZone
    private let owner: ReservationOwner
    private let isAlive: @Sendable (ReservationOwner) -> Bool
    private let moments: Moments

    /// The source of the moments that a scenario is given, which decides what an earlier one means.
    enum Moments: Sendable {
        /// The clock: a moment before the last one shows that the clock was set back.
        case clock
        /// The caller: each moment is taken as it is.
        case caller
    }

    /// Creates a scenario whose counters are in a store; days are those of the time zone.
    public init(id: String, rule: ScenarioRule, store: KeyValueStore, timeZone: CivilTimeZone = .current) {
        self.init(id: id, rule: rule, store: store, timeZone: timeZone, moments: .clock)
    }

    init(
        id: String,
        rule: ScenarioRule,
        store: KeyValueStore,
        timeZone: CivilTimeZone,
        owner: ReservationOwner = .current,
        isAlive: @escaping @Sendable (ReservationOwner) -> Bool = ReservationOwner.isAlive,
        moments: Moments
    ) {
        self.id = id
        self.rule = rule
        self.store = store
        self.timeZone = timeZone
        self.owner = owner
        self.isAlive = isAlive
        self.moments = moments
    }

    // MARK: - Deciding and counting

    /// Counts an event, for the scenario and for its groups.
    public func trigger(at date: Date) {
        update { $0.updateEach { $0.addEvent(at: date.seconds) } }
    }

    /// Returns whether the scenario may execute, without changing anything.
    ///
    /// `facts` answers the rule's facts; `measured` has the seconds since the
    /// rule's moments.
    public func decide(
        at date: Date,
        facts: [ScenarioRule.Fact: Bool] = [:],
        measured: [ScenarioRule.Moment: TimeInterval] = [:]
    ) -> Decision {
        reading(at: date) { decide($0, at: date, facts, measured) }
    }

    /// Counts an execution if the rule allows it, and returns the decision.
    ///
    /// If the store doesn't take the count, because it's full or can't be written
    /// now, the decision is against the execution, which nothing could limit.
    public func execute(at date: Date, facts: [ScenarioRule.Fact: Bool] = [:]) -> Decision {
        execute(at: date, facts: facts, eventsOf: nil)
    }

    /// Reserves one execution if the rule allows it, and otherwise returns the decision against it.
    ///
    /// An open reservation counts against the limits until its lease, in
    /// seconds, has run out. If the process ends first, the reservation stops
    /// counting as soon as another process looks. So the main thread of a
    /// program doesn't wait until the disk has it, as it does for counts. A store
    /// that is full or can't be written takes no reservation, as it takes no count.
    public func reserve(
        at date: Date,
        facts: [ScenarioRule.Fact: Bool] = [:],
        measured: [ScenarioRule.Moment: TimeInterval] = [:],
        lease: TimeInterval = 60
    ) -> Result<Reservation, Decision> {
        let lease = lease.isFinite ? max(0, lease) : 0
        let (reserved, isAccepted) = update(mustBeWritten: true, isReservation: true) {
            ledger -> (Decision, ReservationTicket?) in
            bringUpToDate(&ledger, at: date)
            let decision = decide(ledger, at: date, facts, measured)
            guard decision.isAllowed else { return (decision, nil) }
            let ticket = ReservationTicket(scenario: id, serial: ledger.record.nextSerial(), owner: owner)
            ledger.updateEach { $0.add(ticket, at: date.seconds, lease: lease) }
            return (decision, ticket)
        }
        let (decision, ticket) = reserved
        guard let ticket else { return .failure(decision) }
        guard isAccepted else { return .failure(decision.withoutCount) }
        return .success(Reservation(ticket, of: self, decision: decision))
    }

    /// Forgets all events and executions of the scenario, and of its groups if asked to.
    public func reset(withGroups: Bool = false) {
        update { ledger in
            if withGroups { ledger.updateEach { $0.reset() } } else { ledger.record.reset() }
        }
    }

    // MARK: - In two steps

    /// Returns the counters for an `execute(at:facts:eventsOf:)` that looks at events as they are now.
    func counters(at date: Date) -> ScenarioRecord {
        update { ledger in
            bringUpToDate(&ledger, at: date)
            return ledger.record
        }.result
    }

    /// Counts an execution if the rule allows it, with conditions about events decided on earlier counters.
    func execute(at date: Date, facts: [ScenarioRule.Fact: Bool], eventsOf earlier: ScenarioRecord?) -> Decision {
        let (decision, isAccepted) = update(mustBeWritten: true) { ledger in
            bringUpToDate(&ledger, at: date)
            let decision = decide(ledger, at: date, facts, eventsOf: earlier)
            if decision.isAllowed { ledger.updateEach { $0.addExecution(at: date.seconds, in: timeZone) } }
            return decision
        }
        return decision.isAllowed && !isAccepted ? decision.withoutCount : decision
    }

    // MARK: - Reservations

    func commit(
        _ ticket: ReservationTicket,
        at date: Date,
        summing keys: Set<String>,
        changing body: (inout [String: PlainValue]) -> Void
    ) {
        func count(_ ledger: inout ScenarioLedger) {
            ledger.updateEach { record in
                record.remove(ticket)
                record.addExecution(at: date.seconds, in: timeZone)
            }
        }
        // The caller's own changes may be too large for a store; the execution counts all the same.
        if !update(count, summing: keys, then: body).isAccepted { update(count) }
    }

    func rollBack(_ ticket: ReservationTicket) {
        update { $0.updateEach { $0.remove(ticket) } }
    }

    // MARK: - The store

    /// Reads the ledger as it is at a moment, without changing anything.
    func reading<Outcome>(at date: Date, _ body: (ScenarioLedger) -> Outcome) -> Outcome {
        var ledger = ScenarioLedger(id: id, groups: rule.groups, values: store.all)
        return applyingMoments(to: &ledger) { body($0.withoutExpired(at: date, isAlive: isAlive)) }
    }

    /// Updates the ledger, and then other values, in one step; also returns whether the store has accepted it.
    ///
    /// A store that had to keep the step in memory makes it again later on the
    /// counters of that time: what happened counts, whatever others did since.
    /// So do the numbers under the keys in `summing`. A store that refuses the step,
    /// as a full one does, counts nothing.
    ///
    /// A step that `mustBeWritten` is refused as well if it can't be written now. `isReservation`
    /// is whether it means nothing once the process has ended, so that the thread
    /// that draws needn't wait until it is on the disk.
    @discardableResult
    private func update<Outcome>(
        mustBeWritten: Bool = false,
        isReservation: Bool = false,
        _ body: (inout ScenarioLedger) -> Outcome,
        summing keys: Set<String> = [],
        then changeOthers: (inout [String: PlainValue]) -> Void = { _ in }
    ) -> (result: Outcome, isAccepted: Bool) {
        var rules = Dictionary(uniqueKeysWithValues: keys.map { ($0, MergeRule.sum) })
        for key in ScenarioLedger.keys(scenario: id, groups: rule.groups) { rules[key] = .scenarioRecord }
        func step(_ values: inout [String: PlainValue]) -> Outcome {
            var ledger = ScenarioLedger(id: id, groups: rule.groups, values: values)
            let outcome = applyingMoments(to: &ledger, body)
            ledger.write(to: &values)
            changeOthers(&values)
            return outcome
        }
        return store.attemptUpdate(
            merging: rules,
            mustBeWritten: mustBeWritten,
            isWrittenLater: isReservation,
            step
        )
    }

    /// Hides a ledger's clocks from the body if moments are the caller's.
    private func applyingMoments<Outcome>(
        to ledger: inout ScenarioLedger,
        _ body: (inout ScenarioLedger) -> Outcome
    ) -> Outcome {
        switch moments {
        case .clock: body(&ledger)
        case .caller: ledger.withoutClocks(body)
        }
    }

    /// Removes expired reservations, and records that the clock was set back if it was.
    private func bringUpToDate(_ ledger: inout ScenarioLedger, at date: Date) {
        ledger = ledger.withoutExpired(at: date, isAlive: isAlive)
        ledger.updateEach { $0.recordMoment(at: date.seconds) }
    }

    private func decide(
        _ ledger: ScenarioLedger,
        at date: Date,
        _ facts: [ScenarioRule.Fact: Bool],
        _ measured: [ScenarioRule.Moment: TimeInterval] = [:],
        eventsOf earlier: ScenarioRecord? = nil
    ) -> Decision {
        rule.decide(
            scenario: id,
            record: ledger.record,
            eventsOf: earlier,
            groups: ledger.groups,
            now: date,
            timeZone: timeZone,
            facts: facts,
            measured: measured
        )
    }
}

extension Date {
    /// The seconds since the reference date, in which differences are as exact as Foundation's own.
    fileprivate var seconds: Double { timeIntervalSinceReferenceDate }
}
