internal import FoundationEssentials

/// One call of a scenario that is a type, with the limits that apply to it.
struct ScenarioAttempt {
    private let defaults = ScenarioDefaults.current
    private let limits: ScenarioLimits
    let scenario: Scenario

    /// Creates a call at a moment; it matters only for one that counts or asks for the time.
    init(_ type: any ScenarioProtocol.Type, at date: Date? = nil) {
        limits = ScenarioLimits.configured(type)
        // The limits count no days, so any time zone will do.
        scenario = Scenario(
            id: ScenarioAttempt.id(of: type),
            rule: limits.rule,
            store: defaults.store,
            timeZone: .gmt,
            moments: date.map(ScenarioDefaults.moments) ?? .clock
        )
    }

    func execute(at date: Date) -> Decision {
        let decision = decide(at: date)
        defaults.onDecision?(decision)
        return decision
    }

    private func decide(at date: Date) -> Decision {
        guard let custom = limits.customConditions.flatMap(\.self) else { return scenario.execute(at: date) }
        // The custom condition comes last and may use scenarios itself, so it is
        // called while nothing is locked. Events that it triggers don't count
        // for this attempt; executions elsewhere in the meantime do.
        let before = scenario.counters(at: date)
        return scenario.execute(at: date, facts: [.customConditions: custom.body()], eventsOf: before)
    }

    /// The full name of a type, the same in every run of the program.
    static func id(of type: any ScenarioProtocol.Type) -> String {
        var name = ""
        var rest = String(reflecting: type)[...]
        // The name of a private type has an address in it, which changes from run to run.
        let marker = "(unknown context at $"
        while let start = rest.firstRange(of: marker), let end = rest[start.upperBound...].firstIndex(of: ")") {
            name += rest[..<start.lowerBound] + "(private)"
            rest = rest[rest.index(after: end)...]
        }
        return name + rest
    }
}
