import FoundationEssentials
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite(.tags(.scenarios)) struct DecisionReasonsTests {
    private func answer(_ rule: ScenarioRule, facts: [ScenarioRule.Fact: Bool] = [:]) -> String {
        scenario(rule).decide(at: noon(), facts: facts).answer()
    }

    @Test func `an answer names the conditions that are not met, and no others`() {
        let rule = ScenarioRule.all([.maxExecutionsPermitted(0), .minEventsRequired(0), .minEventsRequired(3)])

        #expect(answer(rule) == "Refused: executed: 0 of 0; events: 0, at least 3 needed.")
    }

    @Test func `of several of which one had to be met, all are named`() {
        let rule = ScenarioRule.any([.minEventsRequired(1), .all([.minEventsRequired(0), .maxExecutionsPermitted(0)])])

        #expect(answer(rule) == "Refused: events: 0, at least 1 needed; executed: 0 of 0.")
    }

    @Test func `of one that must not be met, the one that is met is named`() {
        #expect(answer(.not(.fact(.isDark)), facts: [.isDark: true]) == "Refused: it is dark.")
        #expect(
            answer(.not(.any([.minEventsRequired(0), .minEventsRequired(1)])))
                == "Refused: events: 0, at least 0 needed."
        )
    }

    @Test func `a condition of a group is named itself`() {
        let store = KeyValueStore()
        let rule = ScenarioRule.group("ads", coolDown: 10)
        _ = scenario(rule, store: store).execute(at: noon())

        let decision = scenario(rule, id: "other", store: store).decide(at: noon(4))

        #expect(decision.answer(executed: "shown") == "Refused: since last shown: 4 s, more than 10 s needed.")
        #expect(decision.reasons.map(\.kind) == [.minSecondsBetweenExecutions])
    }

    @Test func `a rule that can't be met has an answer too`() {
        #expect(answer(.any([])) == "Refused: none of the alternatives in the rule can be met.")
    }

    @Test func `an execution that is allowed has no reasons against it`() {
        #expect(answer(.all([])) == "Allowed: the rule has no conditions.")
        #expect(answer(.minEventsRequired(0)) == "Allowed: the rule is met.")
        #expect(scenario(.minEventsRequired(0)).decide(at: noon()).reasons.isEmpty)
    }
}
