public import FoundationEssentials

/// Whether something may happen now, and why or why not.
public struct Decision: Hashable, Sendable, Error {
    /// The scenario that was asked.
    public let scenario: String

    /// The moment it was asked for.
    public let date: Date

    /// Whether it may happen.
    public internal(set) var isAllowed: Bool

    /// Every condition of the rule, in its order, whether it held or not.
    public internal(set) var conditions: [Condition]

    /// How many executions are reserved and not yet committed; they count as if they had been.
    public let openReservations: Int

    /// How a value is compared with its limit.
    public enum Comparison: String, Hashable, Sendable {
        /// The value is the limit or more.
        case atLeast = ">="
        /// The value is the limit or less.
        case atMost = "<="
        /// The value is less than the limit.
        case below = "<"
        /// The value is more than the limit.
        case above = ">"
        /// The value is the limit.
        case equal = "="
    }

    /// A condition of a rule, with what it was compared with.
    public struct Condition: Hashable, Sendable {
        /// What the condition is called in the rule.
        public let name: String
        /// What was found; null when there is nothing yet.
        public let value: PlainValue
        /// How the value is compared with the limit.
        public let comparison: Comparison
        /// What the value is compared with.
        public let limit: PlainValue
        /// Whether the condition held.
        public let isHeld: Bool
        /// What helps to understand the value, such as the day that was counted; nil when nothing does.
        public internal(set) var note: String?
        /// The conditions that this one is put together from.
        public internal(set) var parts: [Condition] = []
    }
}
