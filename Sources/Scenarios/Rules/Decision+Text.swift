internal import FoundationEssentials

extension Decision: CustomStringConvertible {
    /// The outcome on one line, then a line for each condition.
    public var description: String { text(executed: "executed") }

    /// The same with another word for an execution, such as "shown": `shown today: 3 of 20 (2025-11-01)`.
    public func text(executed verb: String) -> String {
        var outcome = "\(scenario.escapingControls): \(isAllowed ? "allowed" : "refused")"
        if openReservations > 0 { outcome += ", \(openReservations) reserved" }
        let lines = conditions.flatMap { $0.lines(depth: 0, verb) }
        return ([outcome] + lines).joined(separator: "\n")
    }
}

extension Decision.Condition: CustomStringConvertible {
    /// The condition in words, without its parts: `executed today: 3 of 20 (2025-11-01)`.
    public var description: String { text(executed: "executed") }

    /// The same with another word for an execution, such as "shown".
    public func text(executed verb: String) -> String {
        switch kind {
        case .minEventsRequired: "events: \(value.short), at least \(limit.short) needed"
        case .maxEventsPermitted: "events: \(value.short), at most \(limit.short)"
        case .maxExecutionsPermitted: "\(verb): \(value.short) of \(limit.short)"
        case .maxExecutions(let period):
            "\(verb) \(period.inWords): \(value.short) of \(limit.short)" + (note.map { " (\($0))" } ?? "")
        case .minSecondsSinceFirstEvent: "since the first event: \(seconds)"
        case .minSecondsSinceLastEvent: "since the last event: \(seconds)"
        case .minSecondsBetweenExecutions: "since last \(verb): \(seconds)"
        case .minSeconds(let moment): "since \(moment.title.escapingControls): \(seconds)"
        case .fact(let fact): fact.title.escapingControls + (value == .null ? ": not answered" : "")
        case .all: "all of these:"
        case .any: "at least one of these:"
        case .not: "not:"
        case .group(let name): "in the group '\(name.escapingControls)':"
        case .storage: "its counters can't be stored, so nothing could limit it"
        }
    }

    /// The period that was counted, such as `2025-11-01`; nil for other kinds.
    public var note: String? {
        guard case .maxExecutions(let calendarPeriod) = kind else { return nil }
        return period.map(calendarPeriod.label)
    }

    private var seconds: String {
        value == .null ? "not yet" : "\(value.inThousandths) s, more than \(limit.short) s needed"
    }

    /// A line for the condition and for each of its parts; none for an empty combination that is met.
    fileprivate func lines(depth: Int, _ verb: String) -> [String] {
        let inner = parts.flatMap { $0.lines(depth: depth + 1, verb) }
        if isCombination, isMet, inner.isEmpty { return [] }
        let mark = isMet ? "met      " : "not met  "
        return ["  " + mark + String(repeating: "  ", count: depth) + text(executed: verb)] + inner
    }

    private var isCombination: Bool {
        switch kind {
        case .all, .any, .not, .group: true
        default: false
        }
    }
}

extension CalendarPeriod {
    /// The period that is in force, in words.
    fileprivate var inWords: String {
        switch self {
        case .day: "today"
        case .week: "this week"
        case .month: "this month"
        }
    }
}

extension PlainValue {
    /// The value, without a fraction of zero.
    fileprivate var short: String {
        guard case .double(let value) = self, let whole = Int(exactly: value) else { return description }
        return "\(whole)"
    }

    /// The value with at most three decimals.
    fileprivate var inThousandths: String {
        guard case .double(let value) = self, value.isFinite, value.magnitude < 1e12 else { return short }
        return Duration.seconds(value).inSeconds(decimals: 0...3)
    }
}

// MARK: - Reasons

extension Decision {
    /// The conditions that refused the execution, without those that merely combine others; empty if it's allowed.
    ///
    /// Of several of which one had to be met, all are reasons; of one that must
    /// not be met, the one that is.
    public var reasons: [Condition] {
        isAllowed ? [] : conditions.filter { !$0.isMet }.flatMap { $0.reasons(isMet: false) }
    }

    /// The answer to "why did it happen?" or "why not?" as a sentence, with a word for an execution such as "shown".
    public func answer(executed verb: String = "executed") -> String {
        guard !isAllowed else {
            return conditions.isEmpty ? "Allowed: the rule has no conditions." : "Allowed: the rule is met."
        }
        // A rule of which one part has to be met may have none.
        guard !reasons.isEmpty else { return "Refused: none of the alternatives in the rule can be met." }
        return "Refused: " + reasons.map { $0.text(executed: verb) }.joined(separator: "; ") + "."
    }
}

extension Decision.Condition {
    /// The conditions that make this one met, or not.
    fileprivate func reasons(isMet: Bool) -> [Decision.Condition] {
        switch kind {
        case .all, .any, .group: parts.filter { $0.isMet == isMet }.flatMap { $0.reasons(isMet: isMet) }
        case .not: parts.flatMap { $0.reasons(isMet: !isMet) }
        default: [self]
        }
    }
}
