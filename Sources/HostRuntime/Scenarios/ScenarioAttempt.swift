internal import FoundationEssentials

/// One call of a scenario that is a type, with the limits that hold for it.
struct ScenarioAttempt {
    private let limits: ScenarioLimits
    private let scenario: Scenario

    init(_ type: any ScenarioProtocol.Type, moments: Scenario.Moments = .clock) {
        limits = ScenarioLimits.configured(type)
        // Its limits know no days, so it needs no time zone of its own.
        scenario = Scenario(
            id: ScenarioAttempt.id(of: type),
            rule: limits.rule,
            store: ScenarioDefaults.store,
            timeZone: .gmt,
            owner: .current,
            isAlive: ScenarioOwner.isAlive,
            moments: moments
        )
    }

    func trigger(at date: Date) {
        scenario.trigger(at: date)
    }

    func reset() {
        scenario.reset()
    }

    func execute(at date: Date) -> Decision {
        let decision = decided(at: date)
        ScenarioDefaults.onDecision?(decision)
        return decision
    }

    private func decided(at date: Date) -> Decision {
        guard let custom = limits.customConditions.flatMap(\.self) else { return scenario.execute(at: date) }
        // The custom condition comes last and may itself use scenarios: it is
        // called while nothing is locked. Events that it triggers do not count
        // for this attempt, executions of others meanwhile do.
        let before = scenario.look(at: date, conditions: [:])
        let conditions = [ScenarioLimits.customName: custom.body()]
        return scenario.execute(at: date, conditions: conditions, eventsOf: before)
    }

    /// The full name of a type, the same in every run of the program.
    static func id(of type: any ScenarioProtocol.Type) -> String {
        var name = ""
        var rest = String(reflecting: type)[...]
        // A private type is named after an address, which changes from run to run.
        let marker = "(unknown context at $"
        while let start = rest.firstRange(of: marker), let end = rest[start.upperBound...].firstIndex(of: ")") {
            name += rest[..<start.lowerBound] + "(private)"
            rest = rest[rest.index(after: end)...]
        }
        return name + rest
    }
}
