public import FoundationEssentials

/// How often something may happen, as a value that can be put together and compared.
///
/// A rule looks at the counters of one scenario: its events, its executions and
/// when they were. A date that is missing because nothing has happened yet
/// holds nothing up. All parts of a rule are looked at each time, whether or
/// not an earlier one has failed, so that a decision tells about each of them.
public indirect enum ScenarioRule: Hashable, Sendable {
    /// At least so many events have happened.
    case minEventsRequired(Int)
    /// At most so many events have happened; it still holds at that number.
    case maxEventsPermitted(Int)
    /// At most so many executions, ever.
    case maxExecutionsPermitted(Int)
    /// At most so many executions in each period of the calendar.
    case maxExecutions(Int, per: CalendarPeriod)
    /// The first event was longer ago than this.
    case minSecondsSinceFirstEvent(TimeInterval)
    /// The last event was longer ago than this.
    case minSecondsSinceLastEvent(TimeInterval)
    /// The last execution was longer ago than this.
    case minSecondsBetweenExecutions(TimeInterval)
    /// Something was longer ago than this, by a time that whoever asks has measured under a name.
    ///
    /// What nobody has measured has not been yet, and holds nothing up.
    case minSeconds(TimeInterval, since: String)
    /// A condition that whoever asks has looked at; it does not hold when nobody says so.
    case condition(String)
    /// Each of several rules holds; with none, it always holds.
    case all([ScenarioRule])
    /// One or more of several rules hold; with none, it never holds.
    case any([ScenarioRule])
    /// A rule does not hold.
    case not(ScenarioRule)
    /// A rule holds for the counters that all scenarios with this group's name in their rules share.
    case group(String, ScenarioRule)

    /// The last execution of any scenario of a group was longer ago than this.
    public static func group(_ name: String, coolDown seconds: TimeInterval) -> ScenarioRule {
        .group(name, .minSecondsBetweenExecutions(seconds))
    }

    /// The names of the groups that the rule belongs to, in alphabetical order.
    var groups: [String] {
        Set(allGroups).sorted()
    }

    /// What the conditions that look at events are called.
    static let eventNames: Set = [
        "minEventsRequired", "maxEventsPermitted", "minSecondsSinceFirstEvent", "minSecondsSinceLastEvent",
    ]

    private var allGroups: [String] {
        switch self {
        case .all(let rules), .any(let rules): rules.flatMap(\.allGroups)
        case .not(let rule): rule.allGroups
        case .group(let name, let rule): [name] + rule.allGroups
        default: []
        }
    }
}
