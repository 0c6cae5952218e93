internal import FoundationEssentials

extension ScenarioRule {
    /// Evaluates every part of the rule.
    ///
    /// Open reservations count like executions at the moment they were made. The
    /// caller has removed the reservations of processes that have ended. With
    /// `earlier`, conditions about events look at that record instead.
    func decide(
        scenario: String = "",
        record: ScenarioRecord,
        eventsOf earlier: ScenarioRecord? = nil,
        groups: [String: ScenarioRecord] = [:],
        now: Date,
        timeZone: CivilTimeZone,
        facts: [Fact: Bool] = [:],
        measured: [Moment: TimeInterval] = [:]
    ) -> Decision {
        let evaluation = RuleEvaluation(
            groups: groups,
            now: now,
            timeZone: timeZone,
            facts: facts,
            measured: measured
        )
        let root = evaluation.condition(self, record, events: earlier ?? record)
        var parts = [root]
        if case .all = self { parts = root.parts }
        let open = record.openReservations(at: now.timeIntervalSinceReferenceDate).count
        return Decision(
            scenario: scenario,
            date: now,
            isAllowed: root.isMet,
            conditions: parts,
            openReservations: open
        )
    }
}

/// The inputs of a rule besides its counters.
private struct RuleEvaluation {
    let groups: [String: ScenarioRecord]
    let now: Date
    let timeZone: CivilTimeZone
    let facts: [ScenarioRule.Fact: Bool]
    let measured: [ScenarioRule.Moment: TimeInterval]

    func condition(
        _ rule: ScenarioRule,
        _ record: ScenarioRecord,
        events: ScenarioRecord
    ) -> Decision.Condition {
        let moment = now.timeIntervalSinceReferenceDate
        switch rule {
        case .minEventsRequired(let limit):
            return .count(.minEventsRequired, events.events, limit, isMet: events.events >= limit)
        case .maxEventsPermitted(let limit):
            return .count(.maxEventsPermitted, events.events, limit, isMet: events.events <= limit)
        case .maxExecutionsPermitted(let limit):
            let taken = record.taken(at: moment).executions
            return .count(.maxExecutionsPermitted, taken, limit, isMet: taken < limit)
        case .maxExecutions(let limit, let period):
            let taken = record.taken(in: period, at: moment, in: timeZone)
            let isMet = taken.count < limit
            return .count(.maxExecutions(per: period), taken.count, limit, isMet: isMet, period: taken.index)
        case .minSecondsSinceFirstEvent(let limit):
            return .elapsed(.minSecondsSinceFirstEvent, events.elapsed(since: events.firstEvent, at: moment), limit)
        case .minSecondsSinceLastEvent(let limit):
            return .elapsed(.minSecondsSinceLastEvent, events.elapsed(since: events.lastEvent, at: moment), limit)
        case .minSecondsBetweenExecutions(let limit):
            let elapsed = record.elapsed(since: record.taken(at: moment).last, at: moment)
            return .elapsed(.minSecondsBetweenExecutions, elapsed, limit)
        case .minSeconds(let limit, let since):
            // A negative time counts as none, and NaN as not measured.
            let elapsed = measured[since].flatMap { $0.isNaN ? nil : max(0, $0) }
            return .elapsed(.minSeconds(since: since), elapsed, limit)
        case .fact(let fact):
            return .fact(fact, facts[fact])
        case .all(let rules):
            let parts = rules.map { condition($0, record, events: events) }
            return .combined(.all, parts, parts.count, isMet: parts.allSatisfy(\.isMet))
        case .any(let rules):
            let parts = rules.map { condition($0, record, events: events) }
            return .combined(.any, parts, 1, isMet: parts.contains(where: \.isMet))
        case .not(let rule):
            let part = condition(rule, record, events: events)
            return .combined(.not, [part], 0, isMet: !part.isMet)
        case .group(let name, let rule):
            let record = groups[name] ?? ScenarioRecord()
            let part = condition(rule, record, events: record)
            return .combined(.group(name), [part], 1, isMet: part.isMet)
        }
    }
}

extension Decision.Condition {
    fileprivate static func count(
        _ kind: Kind,
        _ value: Int,
        _ limit: Int,
        isMet: Bool,
        period: Int? = nil
    ) -> Self {
        Self(kind: kind, value: .int(value), limit: .int(limit), isMet: isMet, period: period)
    }

    /// Compares a time, which has to be longer than the limit; nil for what has not happened yet.
    fileprivate static func elapsed(_ kind: Kind, _ seconds: Double?, _ limit: Double) -> Self {
        let seconds = seconds.map(ForwardClock.inMicroseconds)
        let isMet = seconds.map { $0 > ForwardClock.inMicroseconds(limit) } ?? true
        let value = seconds.map { PlainValue.double($0) } ?? .null
        return Self(kind: kind, value: value, limit: .double(limit), isMet: isMet)
    }

    fileprivate static func fact(_ fact: ScenarioRule.Fact, _ answer: Bool?) -> Self {
        let value = answer.map { PlainValue.bool($0) } ?? .null
        return Self(kind: .fact(fact), value: value, limit: true, isMet: answer == true)
    }

    /// Combines parts; the value is the number of those that are met.
    fileprivate static func combined(_ kind: Kind, _ parts: [Self], _ limit: Int, isMet: Bool) -> Self {
        let value = PlainValue.int(parts.count(where: \.isMet))
        return Self(kind: kind, value: value, limit: .int(limit), isMet: isMet, parts: parts)
    }
}
