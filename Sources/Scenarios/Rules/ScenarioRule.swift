public import FoundationEssentials

/// A rule for how often something may happen, such as once a day, as a value that can be combined and compared.
///
/// A rule looks at the counters of one scenario: its events, its executions and
/// when they were. Caps limit their number, intervals the time between them; a time
/// since something that has not happened yet is long enough. Every part of a rule
/// is evaluated each time, even after one that is not met, so that a decision
/// reports them all.
public indirect enum ScenarioRule: Hashable, Sendable {
    // MARK: - Events

    /// At least this many events have happened.
    case minEventsRequired(Int)
    /// At most this many events have happened.
    case maxEventsPermitted(Int)

    // MARK: - Caps

    /// At most this many executions, ever.
    case maxExecutionsPermitted(Int)
    /// At most this many executions in each period of the calendar: once a day is `.maxExecutions(1, per: .day)`.
    case maxExecutions(Int, per: CalendarPeriod)

    // MARK: - Intervals

    /// The first event was more than this many seconds ago.
    case minSecondsSinceFirstEvent(TimeInterval)
    /// The last event was more than this many seconds ago.
    case minSecondsSinceLastEvent(TimeInterval)
    /// The last execution was more than this many seconds ago.
    case minSecondsBetweenExecutions(TimeInterval)
    /// A moment was more than this many seconds ago, as measured by the caller.
    ///
    /// A moment without a measured time hasn't happened yet, so the condition is met.
    case minSeconds(TimeInterval, since: Moment)

    // MARK: - Facts

    /// A fact holds, as looked up by the caller; without an answer the condition isn't met.
    case fact(Fact)

    // MARK: - Combinations

    /// Every one of several rules is met; with none, the condition is met.
    case all([ScenarioRule])
    /// At least one of several rules is met; with none, the condition isn't met.
    case any([ScenarioRule])
    /// A rule is not met.
    case not(ScenarioRule)
    /// A rule is met by the counters that all scenarios with this group in their rules share.
    case group(String, ScenarioRule)

    /// The last execution of any scenario in a group was more than this many seconds ago.
    public static func group(_ name: String, coolDown seconds: TimeInterval) -> ScenarioRule {
        .group(name, .minSecondsBetweenExecutions(seconds))
    }

    /// The names of the groups in the rule, in alphabetical order.
    var groups: [String] {
        Set(allGroups).sorted()
    }

    private var allGroups: [String] {
        switch self {
        case .all(let rules), .any(let rules): rules.flatMap(\.allGroups)
        case .not(let rule): rule.allGroups
        case .group(let name, let rule): [name] + rule.allGroups
        default: []
        }
    }
}

extension ScenarioRule {
    /// A fact that a rule depends on and that only the caller can look up.
    ///
    /// Declare each fact once, as a static member:
    ///
    ///     extension ScenarioRule.Fact {
    ///         static let isDark = Self("is-dark", title: "it is dark outside")
    ///     }
    public struct Fact: Hashable, Sendable {
        /// The name by which it's told from others.
        let id: String
        /// The fact in words, for people to read.
        let title: String

        /// Creates a fact.
        public init(_ id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// A moment in the past that a rule depends on and that only the caller can measure.
    ///
    /// Declare each moment once, as a static member:
    ///
    ///     extension ScenarioRule.Moment {
    ///         static let installation = Self("installation", title: "the installation")
    ///     }
    public struct Moment: Hashable, Sendable {
        /// The name by which it's told from others.
        let id: String
        /// The text that follows "since" when a decision is printed.
        let title: String

        /// Creates a moment.
        public init(_ id: String, title: String) {
            self.id = id
            self.title = title
        }
    }
}
