internal import Synchronization

/// The limits of a scenario that is a type; the outer optional is nil where nothing was set.
struct ScenarioLimits: Sendable {
    var minEventsRequired: Int??
    var maxEventsPermitted: Int??
    var maxExecutionsPermitted: Int??
    var minSecondsSinceFirstEvent: Double??
    var minSecondsSinceLastEvent: Double??
    var minSecondsBetweenExecutions: Double??
    var customConditions: CustomCondition??

    /// The limits as a rule, in the order of evaluation.
    var rule: ScenarioRule {
        let rules: [ScenarioRule?] = [
            minEventsRequired.flatMap(\.self).map { .minEventsRequired($0) },
            maxEventsPermitted.flatMap(\.self).map { .maxEventsPermitted($0) },
            minSecondsSinceFirstEvent.flatMap(\.self).map { .minSecondsSinceFirstEvent($0) },
            minSecondsSinceLastEvent.flatMap(\.self).map { .minSecondsSinceLastEvent($0) },
            maxExecutionsPermitted.flatMap(\.self).map { .maxExecutionsPermitted($0) },
            minSecondsBetweenExecutions.flatMap(\.self).map { .minSecondsBetweenExecutions($0) },
            customConditions.flatMap(\.self).map { _ in .fact(.customConditions) },
        ]
        return .all(rules.compactMap(\.self))
    }

    /// Returns these limits, with those of other limits where nothing was set.
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

    /// The limits of a type: those set outside `config`, and those that `config` set last.
    private struct Entry {
        var outside = ScenarioLimits()
        var configured = ScenarioLimits()
    }

    /// The limits that a running `config` sets.
    ///
    /// A draft belongs to one call, so that threads that configure a type at the
    /// same time never see each other's limits half set.
    private final class Draft: Sendable {
        let type: ObjectIdentifier
        let limits = Mutex(ScenarioLimits())

        init(_ type: ObjectIdentifier) {
            self.type = type
        }
    }

    @TaskLocal private static var draft: Draft?

    private static let table = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Runs a type's `config` and returns the limits that then apply.
    static func configured(_ type: any ScenarioProtocol.Type) -> ScenarioLimits {
        let draft = Draft(ObjectIdentifier(type))
        $draft.withValue(draft) { type.config() }
        let limits = draft.limits.withLock { $0 }
        return table.withLock { table in
            table[draft.type, default: Entry()].configured = limits
            return limits.over(table[draft.type]?.outside ?? ScenarioLimits())
        }
    }

    static func of<Limit: Sendable>(
        _ type: any ScenarioProtocol.Type,
        _ limit: KeyPath<ScenarioLimits, Limit??>
    ) -> Limit? {
        let type = ObjectIdentifier(type)
        let entry = table.withLock { $0[type] } ?? Entry()
        let upper = draft.flatMap { $0.type == type ? $0.limits.withLock { $0 } : nil } ?? entry.configured
        return upper[keyPath: limit] ?? entry.outside[keyPath: limit] ?? nil
    }

    /// Sets a limit of a type: for one call inside its `config`, elsewhere until it is set again.
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
                // Reading the limit returns this value until `config` runs again.
                table[type]?.configured[keyPath: limit] = nil
            }
        }
    }
}

extension ScenarioRule.Fact {
    /// The answer of a type's `customConditions`.
    static let customConditions = Self("customConditions", title: "the custom condition")
}

/// A condition that the program supplies as a closure.
///
/// `@unchecked` because WaitForIt's property is not `@Sendable` and code written
/// for it must compile. `config` makes the closure again on the thread of each
/// attempt, which also calls it; only a closure that is set outside `config` is
/// called on other threads.
struct CustomCondition: @unchecked Sendable {
    let body: () -> Bool
}
