public import FoundationEssentials

/// The result of evaluating a scenario's rule: whether it may execute now, and why.
public struct Decision: Hashable, Sendable, Error {
    /// The id of the scenario.
    public let scenario: String

    /// The moment that the decision is for.
    public let date: Date

    /// Whether the scenario may execute.
    public let isAllowed: Bool

    /// The conditions of the rule in its order, both met and unmet ones.
    public let conditions: [Condition]

    /// The number of reservations that are neither committed nor rolled back; they count like executions.
    public let openReservations: Int

    /// The decision against an execution that the rule allows, because the storage doesn't take the count.
    var withoutCount: Decision {
        Decision(
            scenario: scenario,
            date: date,
            isAllowed: false,
            conditions: conditions + [Condition(kind: .storage, value: false, limit: true, isMet: false)],
            openReservations: openReservations
        )
    }

    /// One condition of a rule, with the value that was found and its limit.
    public struct Condition: Hashable, Sendable {
        /// The kind of the condition: the case of `ScenarioRule` that it comes from, or `storage`.
        public let kind: Kind
        /// The value that was found; null while there is none.
        public let value: PlainValue
        /// The limit that the value is compared with.
        public let limit: PlainValue
        /// Whether the condition is met.
        public let isMet: Bool
        /// The index of the calendar period whose executions are the value; nil for other kinds.
        var period: Int?
        /// The conditions that this one combines.
        public internal(set) var parts: [Condition] = []

        /// The kind of a condition: a case of `ScenarioRule` without its limit, or the storage.
        public enum Kind: Hashable, Sendable {
            /// The number of events, which has to be large enough.
            case minEventsRequired
            /// The number of events, which must not be too large.
            case maxEventsPermitted
            /// The number of executions.
            case maxExecutionsPermitted
            /// The number of executions in a period of the calendar.
            case maxExecutions(per: CalendarPeriod)
            /// The seconds since the first event.
            case minSecondsSinceFirstEvent
            /// The seconds since the last event.
            case minSecondsSinceLastEvent
            /// The seconds since the last execution.
            case minSecondsBetweenExecutions
            /// The seconds since a moment that the caller has measured.
            case minSeconds(since: ScenarioRule.Moment)
            /// A fact that the caller has looked up.
            case fact(ScenarioRule.Fact)
            /// All parts have to be met.
            case all
            /// At least one part has to be met.
            case any
            /// The only part must not be met.
            case not
            /// The only part is about the counters of a group.
            case group(String)
            /// The storage has to take the count; a store that is full or can't be written takes none.
            case storage
        }
    }
}
