public import FoundationEssentials

/// The counts of a scenario or of a group at a moment, as rules see them.
///
/// An open reservation counts as an execution at the moment it was made.
public struct ScenarioCounts: Hashable, Sendable {
    /// The number of events.
    public let events: Int

    /// The number of executions.
    public let executions: Int

    /// The seconds since the last event, never negative; nil if there was none.
    public let secondsSinceEvent: TimeInterval?

    /// The seconds since the last execution, never negative; nil if there was none.
    public let secondsSinceExecution: TimeInterval?

    private let periods: [CalendarPeriod: Int]

    /// Returns the number of executions in the current day, week or month.
    public func executions(in period: CalendarPeriod) -> Int { periods[period] ?? 0 }
}

extension ScenarioCounts {
    init(_ record: ScenarioRecord, at date: Date, in timeZone: CivilTimeZone) {
        let now = date.timeIntervalSinceReferenceDate
        let taken = record.taken(at: now)
        events = record.events
        executions = taken.executions
        secondsSinceEvent = record.elapsed(since: record.lastEvent, at: now).map(ForwardClock.inMicroseconds)
        secondsSinceExecution = record.elapsed(since: taken.last, at: now).map(ForwardClock.inMicroseconds)
        periods = CalendarPeriod.allCases.reduce(into: [:]) { periods, period in
            periods[period] = record.taken(in: period, at: now, in: timeZone).count
        }
    }
}

extension Scenario {
    /// Returns the scenario's counts, without changing anything; those of its groups are `ScenarioGroup`'s.
    public func counts(at date: Date) -> ScenarioCounts {
        reading(at: date) { ScenarioCounts($0.record, at: date, in: timeZone) }
    }
}
