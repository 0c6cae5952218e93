internal import FoundationEssentials

extension ScenarioRule {
    /// Looks at every part of the rule.
    ///
    /// Reservations count like executions at the moment they were made, unless
    /// their lease has run out; who asks has taken out those of dead processes.
    func decide(
        scenario: String = "",
        record: ScenarioRecord,
        groups: [String: ScenarioRecord] = [:],
        now: Date,
        timeZone: CivilTimeZone,
        conditions: [String: Bool] = [:],
        measured: [String: TimeInterval] = [:]
    ) -> Decision {
        let evaluation = RuleEvaluation(
            groups: groups,
            now: now,
            timeZone: timeZone,
            conditions: conditions,
            measured: measured
        )
        let root = evaluation.condition(self, record)
        var parts = [root]
        if case .all = self { parts = root.parts }
        let open = record.openReservations(at: now.timeIntervalSinceReferenceDate).count
        return Decision(
            scenario: scenario,
            date: now,
            isAllowed: root.isHeld,
            conditions: parts,
            openReservations: open
        )
    }
}

/// What a rule is looked at with.
private struct RuleEvaluation {
    let groups: [String: ScenarioRecord]
    let now: Date
    let timeZone: CivilTimeZone
    let conditions: [String: Bool]
    let measured: [String: TimeInterval]

    func condition(_ rule: ScenarioRule, _ record: ScenarioRecord) -> Decision.Condition {
        let moment = now.timeIntervalSinceReferenceDate
        switch rule {
        case .minEventsRequired(let limit):
            return .count("minEventsRequired", record.events, .atLeast, limit)
        case .maxEventsPermitted(let limit):
            return .count("maxEventsPermitted", record.events, .atMost, limit)
        case .maxExecutionsPermitted(let limit):
            let taken = record.executions + record.openReservations(at: moment).count
            return .count("maxExecutionsPermitted", taken, .below, limit)
        case .maxExecutions(let limit, let period):
            let inForce = record.inForce(period, at: moment, in: timeZone)
            let taken = inForce.count + record.openReservations(at: moment).count
            var condition = Decision.Condition.count("maxExecutions per \(period.rawValue)", taken, .below, limit)
            condition.note = period.label(inForce.index)
            return condition
        case .minSecondsSinceFirstEvent(let limit):
            return .elapsed("minSecondsSinceFirstEvent", record.elapsed(since: record.firstEvent, at: moment), limit)
        case .minSecondsSinceLastEvent(let limit):
            return .elapsed("minSecondsSinceLastEvent", record.elapsed(since: record.lastEvent, at: moment), limit)
        case .minSecondsBetweenExecutions(let limit):
            let last = ([record.lastExecution] + record.openReservations(at: moment).map { .some($0.made) })
                .compactMap(\.self).max()
            return .elapsed("minSecondsBetweenExecutions", record.elapsed(since: last, at: moment), limit)
        case .minSeconds(let limit, let name):
            // No time is less than none, and what is no number was not measured.
            let elapsed = measured[name].flatMap { $0.isNaN ? nil : max(0, $0) }
            return .elapsed("minSeconds since \(name)", elapsed, limit)
        case .condition(let name):
            let answer = conditions[name]
            return Decision.Condition(
                name: name,
                value: answer.map { .bool($0) } ?? .null,
                comparison: .equal,
                limit: true,
                isHeld: answer == true,
                note: answer == nil ? "nobody answered" : nil
            )
        case .all(let rules):
            let parts = rules.map { condition($0, record) }
            return .combined("all", parts, isHeld: parts.allSatisfy(\.isHeld))
        case .any(let rules):
            let parts = rules.map { condition($0, record) }
            return .combined("any", parts, isHeld: parts.contains(where: \.isHeld))
        case .not(let rule):
            let part = condition(rule, record)
            return .combined("not", [part], isHeld: !part.isHeld)
        case .group(let name, let rule):
            let part = condition(rule, groups[name] ?? ScenarioRecord())
            return .combined("group \(name)", [part], isHeld: part.isHeld)
        }
    }
}

extension Decision.Condition {
    fileprivate static func count(
        _ name: String,
        _ value: Int,
        _ comparison: Decision.Comparison,
        _ limit: Int
    ) -> Decision.Condition {
        let isHeld =
            switch comparison {
            case .atLeast: value >= limit
            case .atMost: value <= limit
            case .below: value < limit
            case .above: value > limit
            case .equal: value == limit
            }
        return Decision.Condition(
            name: name,
            value: .int(value),
            comparison: comparison,
            limit: .int(limit),
            isHeld: isHeld
        )
    }

    /// Strictly longer ago than the limit, or not at all yet.
    fileprivate static func elapsed(_ name: String, _ seconds: Double?, _ limit: Double) -> Decision.Condition {
        let seconds = seconds.map(LedgerClock.inMicroseconds)
        return Decision.Condition(
            name: name,
            value: seconds.map { .double($0) } ?? .null,
            comparison: .above,
            limit: .double(limit),
            isHeld: seconds.map { $0 > LedgerClock.inMicroseconds(limit) } ?? true,
            note: seconds == nil ? "not yet" : nil
        )
    }

    fileprivate static func combined(
        _ name: String,
        _ parts: [Decision.Condition],
        isHeld: Bool
    ) -> Decision.Condition {
        let held = parts.count(where: \.isHeld)
        return Decision.Condition(
            name: name,
            value: .int(held),
            comparison: name == "any" ? .atLeast : .equal,
            limit: .int(name == "any" ? 1 : name == "not" ? 0 : parts.count),
            isHeld: isHeld,
            parts: parts
        )
    }
}
