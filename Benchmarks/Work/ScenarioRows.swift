import FoundationEssentials
import HostRuntime
import Measuring

/// Adds the cells for decisions of a scenario whose counters are in memory.
func addScenarios() {
    row("a scenario's decision, 1 condition", "ours") {
        measure(.maxExecutionsPermitted(3))
    }
    row("a scenario's decision, 5 conditions and a group", "ours") {
        measure(
            .all([
                .maxExecutions(3, per: .day), .minSecondsBetweenExecutions(300), .minEventsRequired(2),
                .minSecondsSinceFirstEvent(60), .group("screen", coolDown: 30),
            ])
        )
    }
}

private func measure(_ rule: ScenarioRule) -> Double {
    let scenario = Scenario(id: "com.example.ad", rule: rule, store: KeyValueStore(), timeZone: .gmt)
    let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
    for event in 0..<3 { scenario.trigger(at: date.addingTimeInterval(Double(event))) }
    _ = scenario.execute(at: date.addingTimeInterval(120))
    return Clock.thread.measure(5000) { count in
        for number in 0..<count { _ = scenario.decide(at: date.addingTimeInterval(1000 + Double(number))) }
    }
}
