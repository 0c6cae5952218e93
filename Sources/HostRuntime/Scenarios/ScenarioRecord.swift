/// The counters of a scenario or of a group, as they are stored.
///
/// Moments are seconds of the reference date in the time of the record's own
/// clock, which is never set back.
struct ScenarioRecord: Hashable, Sendable {
    /// How many executions a period of the calendar has seen.
    struct Count: Hashable, Sendable {
        var index: Int
        var count: Int
    }

    var clock = LedgerClock()
    var events = 0
    var executions = 0
    var firstEvent: Double?
    var lastEvent: Double?
    var lastExecution: Double?
    /// The latest period of each kind that an execution was counted in.
    var periods: [CalendarPeriod: Count] = [:]
    var reservations: [OpenReservation] = []
    /// The number of reservations ever made, which is what tells them apart.
    var serial = 0

    // MARK: - Reading

    /// How long ago a moment was; nil when it has not been.
    func elapsed(since moment: Double?, at now: Double) -> Double? {
        moment.map { max(0, clock.time(at: now) - $0) }
    }

    /// The reservations whose lease has not run out.
    func openReservations(at now: Double) -> [OpenReservation] {
        let time = clock.time(at: now)
        return reservations.filter { LedgerClock.inMicroseconds($0.until - time) > 0 }
    }

    /// The period that counts now and the executions in it so far.
    ///
    /// A later period than the calendar's, which a clock that was set back or a
    /// journey west leaves behind, stays in force until the calendar is past
    /// it, or until so long after the last execution that no such period could
    /// hold both: a clock that was years ahead must not block for years.
    func inForce(_ period: CalendarPeriod, at now: Double, in timeZone: CivilTimeZone) -> Count {
        let calendar = period.index(of: LedgerClock.clamped(now), in: timeZone)
        guard let stored = periods[period], stored.index >= calendar else { return Count(index: calendar, count: 0) }
        if stored.index > calendar, elapsed(since: lastExecution, at: now) ?? .infinity > period.longest {
            return Count(index: calendar, count: 0)
        }
        return stored
    }

    // MARK: - Counting

    /// Counts an event.
    mutating func addEvent(at now: Double) {
        let time = clock.advance(to: now)
        events = ScenarioRecord.next(events)
        firstEvent = firstEvent ?? time
        lastEvent = time
    }

    /// Counts an execution.
    mutating func addExecution(at now: Double, in timeZone: CivilTimeZone) {
        // All periods are read before the last execution moves.
        for (period, count) in CalendarPeriod.allCases.map({ ($0, inForce($0, at: now, in: timeZone)) }) {
            periods[period] = Count(index: count.index, count: ScenarioRecord.next(count.count))
        }
        lastExecution = clock.advance(to: now)
        executions = ScenarioRecord.next(executions)
    }

    /// Adds a reservation that counts until it is removed or its lease has run out.
    mutating func add(_ ticket: ReservationTicket, at now: Double, lease: Double) {
        let time = clock.advance(to: now)
        reservations.append(OpenReservation(ticket: ticket, made: time, until: time + lease))
    }

    /// Removes a reservation; false when it is not there any more.
    @discardableResult mutating func remove(_ ticket: ReservationTicket) -> Bool {
        let count = reservations.count
        reservations.removeAll { $0.ticket == ticket }
        return reservations.count < count
    }

    /// The number for the next reservation.
    mutating func nextSerial() -> Int {
        serial = ScenarioRecord.next(serial)
        return serial
    }

    /// Removes the reservations that can not be committed any more.
    mutating func removeExpired(at now: Double, isAlive: (ScenarioOwner) -> Bool) {
        reservations = openReservations(at: now).filter { isAlive($0.ticket.owner) }
    }

    /// Forgets everything but the number of reservations, so that none of before is taken for a new one.
    mutating func reset() {
        let serial = self.serial
        self = ScenarioRecord()
        self.serial = serial
    }

    private static func next(_ count: Int) -> Int {
        count < .max ? count + 1 : count
    }
}

/// What tells a reservation from every other.
struct ReservationTicket: Hashable, Sendable {
    let scenario: String
    let serial: Int
    let owner: ScenarioOwner
}

/// A reservation that was neither committed nor rolled back yet.
struct OpenReservation: Hashable, Sendable {
    let ticket: ReservationTicket
    let made: Double
    let until: Double
}
