internal import Synchronization

/// The limits of a scenario that is a type: those that were set, which may be to nil.
struct ScenarioLimits: Sendable {
    var minEventsRequired: Int??
    var maxEventsPermitted: Int??
    var maxExecutionsPermitted: Int??
    var minSecondsSinceFirstEvent: Double??
    var minSecondsSinceLastEvent: Double??
    var minSecondsBetweenExecutions: Double??
    var customConditions: CustomCondition??

    /// The limits as a rule, in the order in which they are looked at.
    var rule: ScenarioRule {
        let rules: [ScenarioRule?] = [
            minEventsRequired.flatMap(\.self).map { .minEventsRequired($0) },
            maxEventsPermitted.flatMap(\.self).map { .maxEventsPermitted($0) },
            minSecondsSinceFirstEvent.flatMap(\.self).map { .minSecondsSinceFirstEvent($0) },
            minSecondsSinceLastEvent.flatMap(\.self).map { .minSecondsSinceLastEvent($0) },
            maxExecutionsPermitted.flatMap(\.self).map { .maxExecutionsPermitted($0) },
            minSecondsBetweenExecutions.flatMap(\.self).map { .minSecondsBetweenExecutions($0) },
            customConditions.flatMap(\.self).map { _ in .condition(ScenarioLimits.customName) },
        ]
        return .all(rules.compactMap(\.self))
    }

    /// What the custom condition is called in a rule.
    static let customName = "customConditions"

    private func over(_ below: ScenarioLimits) -> ScenarioLimits {
        ScenarioLimits(
            minEventsRequired: minEventsRequired ?? below.minEventsRequired,
            maxEventsPermitted: maxEventsPermitted ?? below.maxEventsPermitted,
            maxExecutionsPermitted: maxExecutionsPermitted ?? below.maxExecutionsPermitted,
            minSecondsSinceFirstEvent: minSecondsSinceFirstEvent ?? below.minSecondsSinceFirstEvent,
            minSecondsSinceLastEvent: minSecondsSinceLastEvent ?? below.minSecondsSinceLastEvent,
            minSecondsBetweenExecutions: minSecondsBetweenExecutions ?? below.minSecondsBetweenExecutions,
            customConditions: customConditions ?? below.customConditions
        )
    }

    // MARK: - By type

    /// What is kept for a type: what was set outside `config`, and what `config` set last.
    private struct Entry {
        var outside = ScenarioLimits()
        var configured = ScenarioLimits()
    }

    /// What `config` sets while it runs.
    ///
    /// It belongs to the one call, so that two threads that configure the same
    /// type at once never see each other's limits half set.
    private final class Draft: Sendable {
        let type: ObjectIdentifier
        let limits = Mutex(ScenarioLimits())

        init(_ type: ObjectIdentifier) {
            self.type = type
        }
    }

    @TaskLocal private static var draft: Draft?

    private static let table = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Runs `config` of a type and returns the limits that then hold.
    static func configured(_ type: any ScenarioProtocol.Type) -> ScenarioLimits {
        let draft = Draft(ObjectIdentifier(type))
        $draft.withValue(draft) { type.config() }
        let limits = draft.limits.withLock { $0 }
        return table.withLock { table in
            table[draft.type, default: Entry()].configured = limits
            return limits.over(table[draft.type]?.outside ?? ScenarioLimits())
        }
    }

    /// Reads a limit of a type.
    static func of<Limit: Sendable>(
        _ type: any ScenarioProtocol.Type,
        _ limit: KeyPath<ScenarioLimits, Limit??>
    ) -> Limit? {
        let type = ObjectIdentifier(type)
        let entry = table.withLock { $0[type] } ?? Entry()
        let upper = draft.flatMap { $0.type == type ? $0.limits.withLock { $0 } : nil } ?? entry.configured
        return upper[keyPath: limit] ?? entry.outside[keyPath: limit] ?? nil
    }

    /// Sets a limit of a type: inside its `config` for that call, elsewhere until it is set again.
    static func set<Limit: Sendable>(
        _ type: any ScenarioProtocol.Type,
        _ limit: WritableKeyPath<ScenarioLimits, Limit??>,
        _ value: Limit?
    ) {
        let type = ObjectIdentifier(type)
        if let draft, draft.type == type {
            draft.limits.withLock { $0[keyPath: limit] = .some(value) }
        } else {
            table.withLock { table in
                table[type, default: Entry()].outside[keyPath: limit] = .some(value)
                // Reading it back gives what was set, until `config` runs again.
                table[type]?.configured[keyPath: limit] = nil
            }
        }
    }
}

/// A condition of the program's own.
///
/// `@unchecked` because WaitForIt's property is not `@Sendable` and code that
/// was written for it must compile. `config` makes it anew on the thread that
/// asks, which is where it is called; only one that is set outside `config` is
/// called on other threads than its own.
struct CustomCondition: @unchecked Sendable {
    let body: () -> Bool
}
