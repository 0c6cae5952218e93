extension ScenarioRecord {
    /// Reads a stored record; a value that is missing or of another type counts as never written.
    init(_ value: PlainValue?) {
        func date(_ name: String) -> Double? {
            value?[name]?.doubleValue.flatMap { $0.isFinite ? $0 : nil }
        }
        // Bounded, so that adding to a foreign number cannot overflow.
        func count(_ name: String) -> Int {
            min(max(0, value?[name]?.intValue ?? 0), ScenarioRecord.highest)
        }
        clock = ForwardClock(latest: date("latest"), skew: date("skew") ?? 0)
        events = count("events")
        executions = count("executions")
        firstEvent = date("firstEvent")
        lastEvent = date("lastEvent")
        lastExecution = date("lastExecution")
        serial = count("reservationsMade")
        for period in CalendarPeriod.allCases {
            guard let index = value?[period.rawValue]?["number"]?.intValue, index.magnitude < ScenarioRecord.highest,
                let count = value?[period.rawValue]?["executions"]?.intValue
            else { continue }
            let since = value?[period.rawValue]?["since"]?.doubleValue.flatMap { $0.isFinite ? $0 : nil }
            periods[period] = Count(index: index, count: min(max(0, count), ScenarioRecord.highest), since: since)
        }
        reservations = (value?["reservations"]?.arrayValue ?? []).compactMap { OpenReservation($0) }
    }

    /// The record as it is stored; nil for an empty one.
    var stored: PlainValue? {
        guard self != ScenarioRecord() else { return nil }
        var values: [String: PlainValue] = [:]
        if events > 0 { values["events"] = .int(events) }
        if executions > 0 { values["executions"] = .int(executions) }
        if serial > 0 { values["reservationsMade"] = .int(serial) }
        values["firstEvent"] = firstEvent.map { .double($0) }
        values["lastEvent"] = lastEvent.map { .double($0) }
        values["lastExecution"] = lastExecution.map { .double($0) }
        values["latest"] = clock.latest.map { .double($0) }
        if clock.skew > 0 { values["skew"] = .double(clock.skew) }
        for (period, count) in periods {
            var stored: [String: PlainValue] = ["number": .int(count.index), "executions": .int(count.count)]
            stored["since"] = count.since.map { .double($0) }
            values[period.rawValue] = .dictionary(stored)
        }
        if !reservations.isEmpty { values["reservations"] = .array(reservations.map(\.stored)) }
        return .dictionary(values)
    }

    private static let highest = 1 << 53
}

extension OpenReservation {
    fileprivate init?(_ value: PlainValue) {
        guard let scenario = value["scenario"]?.stringValue, let serial = value["number"]?.intValue,
            let process = value["process"]?.intValue, let started = value["started"]?.intValue,
            let made = value["made"]?.doubleValue, made.isFinite,
            let until = value["until"]?.doubleValue, until.isFinite
        else { return nil }
        let owner = ReservationOwner(process: process, started: started)
        ticket = ReservationTicket(scenario: scenario, serial: serial, owner: owner)
        self.made = made
        self.until = until
    }

    fileprivate var stored: PlainValue {
        [
            "scenario": .string(ticket.scenario), "number": .int(ticket.serial),
            "process": .int(ticket.owner.process), "started": .int(ticket.owner.started),
            "made": .double(made), "until": .double(until),
        ]
    }
}
