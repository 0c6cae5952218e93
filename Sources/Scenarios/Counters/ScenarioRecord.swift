/// The counters of a scenario or of a group.
///
/// Moments are seconds since the reference date in the time of the record's own
/// clock, which never goes back.
package struct ScenarioRecord: Hashable, Sendable {
    /// The number of executions in a period of the calendar.
    struct Count: Hashable, Sendable {
        var index: Int
        var count: Int
        /// The moment of the first execution in it; nil if there's none, and in records of earlier versions.
        var since: Double?
    }

    var clock = ForwardClock()
    var events = 0
    var executions = 0
    var firstEvent: Double?
    var lastEvent: Double?
    var lastExecution: Double?
    /// The latest period of each kind with an execution.
    var periods: [CalendarPeriod: Count] = [:]
    var reservations: [OpenReservation] = []
    /// The number of reservations ever made, which tells them apart.
    var serial = 0

    package init() {}

    // MARK: - Reading

    /// Returns the seconds since a moment; nil if it has not been yet.
    func elapsed(since moment: Double?, at now: Double) -> Double? {
        moment.map { max(0, clock.time(at: now) - $0) }
    }

    /// Returns the reservations whose lease has not run out.
    func openReservations(at now: Double) -> [OpenReservation] {
        let time = clock.time(at: now)
        return reservations.filter { ForwardClock.inMicroseconds($0.until - time) > 0 }
    }

    /// Returns the period that is in force and its number of executions.
    ///
    /// After a clock was set back, or a journey west, the stored period can be
    /// later than the calendar's. It stays in force until the calendar has passed
    /// it, or until the last execution is longer ago than any such period lasts:
    /// a clock that was years ahead must not block for years.
    func inForce(_ period: CalendarPeriod, at now: Double, in timeZone: CivilTimeZone) -> Count {
        let calendar = period.index(of: ForwardClock.clamped(now), in: timeZone)
        guard let stored = periods[period], stored.index >= calendar else { return Count(index: calendar, count: 0) }
        // The clock was ahead. From its first execution on, a period lasts no longer than any does.
        let first = stored.since ?? lastExecution
        if stored.index > calendar, elapsed(since: first, at: now) ?? .infinity > period.longest {
            return Count(index: calendar, count: 0)
        }
        return stored
    }

    /// Returns the number of executions and the moment of the last one, with open reservations as executions.
    func taken(at now: Double) -> (executions: Int, last: Double?) {
        let open = openReservations(at: now)
        let last = ([lastExecution] + open.map { .some($0.made) }).compactMap(\.self).max()
        return (executions + open.count, last)
    }

    /// Returns the period that is in force and its number of executions, with open reservations as executions.
    func taken(in period: CalendarPeriod, at now: Double, in timeZone: CivilTimeZone) -> Count {
        var count = inForce(period, at: now, in: timeZone)
        count.count += openReservations(at: now).count
        return count
    }

    // MARK: - Counting

    /// Records that the calendar is at a moment, if it's behind the latest one.
    mutating func recordMoment(at now: Double) {
        if clock.isBehind(now) { _ = clock.advance(to: now) }
    }

    mutating func addEvent(at now: Double) {
        let time = clock.advance(to: now)
        events = ScenarioRecord.next(events)
        firstEvent = firstEvent ?? time
        lastEvent = time
    }

    mutating func addExecution(at now: Double, in timeZone: CivilTimeZone) {
        // All periods are read before the last execution moves.
        let counts = CalendarPeriod.allCases.map { ($0, inForce($0, at: now, in: timeZone)) }
        let time = clock.advance(to: now)
        for (period, count) in counts {
            let since = count.count > 0 ? count.since : time
            periods[period] = Count(index: count.index, count: ScenarioRecord.next(count.count), since: since)
        }
        lastExecution = time
        executions = ScenarioRecord.next(executions)
    }

    /// Adds a reservation that counts until it is removed or its lease has run out.
    mutating func add(_ ticket: ReservationTicket, at now: Double, lease: Double) {
        let time = clock.advance(to: now)
        reservations.append(OpenReservation(ticket: ticket, made: time, until: time + lease))
    }

    mutating func remove(_ ticket: ReservationTicket) {
        reservations.removeAll { $0.ticket == ticket }
    }

    mutating func nextSerial() -> Int {
        serial = ScenarioRecord.next(serial)
        return serial
    }

    /// Removes the reservations that can't be committed any more.
    mutating func removeExpired(at now: Double, isAlive: (ReservationOwner) -> Bool) {
        reservations = openReservations(at: now).filter { isAlive($0.ticket.owner) }
    }

    /// Forgets everything but the number of reservations, so that serial numbers stay unique.
    mutating func reset() {
        let serial = self.serial
        self = ScenarioRecord()
        self.serial = serial
    }

    private static func next(_ count: Int) -> Int {
        count < .max ? count + 1 : count
    }
}

/// The identity of a reservation.
struct ReservationTicket: Hashable, Sendable {
    let scenario: String
    let serial: Int
    let owner: ReservationOwner
}

/// A reservation that is neither committed nor rolled back yet.
struct OpenReservation: Hashable, Sendable {
    let ticket: ReservationTicket
    let made: Double
    let until: Double
}
