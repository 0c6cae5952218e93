extension ScenarioRecord {
    /// Applies the difference between two records to this one, which others may have changed in the meantime.
    ///
    /// The counts of both sides add up, each in the period it belongs to.
    mutating func merge(from before: ScenarioRecord, to after: ScenarioRecord) {
        guard self != before else {
            self = after
            return
        }
        guard after != before else { return }
        events = ScenarioRecord.sum(events, after.events - before.events)
        executions = ScenarioRecord.sum(executions, after.executions - before.executions)
        serial = ScenarioRecord.sum(serial, after.serial - before.serial)
        firstEvent = ScenarioRecord.merge(before.firstEvent, after.firstEvent, firstEvent, min)
        lastEvent = ScenarioRecord.merge(before.lastEvent, after.lastEvent, lastEvent, max)
        lastExecution = ScenarioRecord.merge(before.lastExecution, after.lastExecution, lastExecution, max)
        for period in CalendarPeriod.allCases {
            mergePeriod(period, from: before.periods[period], to: after.periods[period])
        }
        let gone = before.reservations.filter { !after.reservations.contains($0) }
        let new = after.reservations.filter { !before.reservations.contains($0) }
        reservations = reservations.filter { !gone.contains($0) } + new
        if after.clock != before.clock, after.clock.latest ?? -.infinity > clock.latest ?? -.infinity {
            clock = after.clock
        }
    }

    private mutating func mergePeriod(_ period: CalendarPeriod, from before: Count?, to after: Count?) {
        guard after != before else { return }
        guard periods[period] != before else {
            periods[period] = after
            return
        }
        guard let after else {
            // A reset forgets the counts before it, and keeps what others have counted since.
            guard let before, let current = periods[period], current.index == before.index else { return }
            let rest = ScenarioRecord.sum(current.count, -before.count)
            periods[period] = rest > 0 ? Count(index: current.index, count: rest, since: current.since) : nil
            return
        }
        let step = before?.index == after.index ? after.count - (before?.count ?? 0) : after.count
        guard let current = periods[period] else {
            // A reset has forgotten what was counted before.
            if step > 0 { periods[period] = Count(index: after.index, count: step, since: after.since) }
            return
        }
        guard current.index >= after.index else {
            // No one else has counted in it.
            periods[period] = after
            return
        }
        // Counts of an earlier period don't matter any more.
        guard current.index == after.index else { return }
        periods[period] = Count(
            index: after.index,
            count: ScenarioRecord.sum(current.count, step),
            since: [current.since, after.since].compactMap(\.self).min()
        )
    }

    private static func sum(_ count: Int, _ step: Int) -> Int {
        let (sum, isOver) = count.addingReportingOverflow(step)
        return isOver ? count : max(0, sum)
    }

    private static func merge(
        _ before: Double?,
        _ after: Double?,
        _ current: Double?,
        _ choose: (Double, Double) -> Double
    ) -> Double? {
        guard after != before else { return current }
        guard current != before else { return after }
        guard let after, let current else { return after ?? current }
        return choose(after, current)
    }
}

extension MergeRule {
    /// Two records of a scenario or a group become one that counts what both have counted.
    package static let scenarioRecord = MergeRule("scenario") { before, after, current in
        let record = ScenarioRecord(current)
        var merged = record
        merged.merge(from: ScenarioRecord(before), to: ScenarioRecord(after))
        return merged == record ? current : merged.stored
    }
}
