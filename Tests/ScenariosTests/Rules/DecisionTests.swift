import FoundationEssentials
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite(.tags(.scenarios)) struct DecisionTests {
    private func decision() throws -> Decision {
        let rule = ScenarioRule.all([
            .maxExecutions(2, per: .day), .minSecondsBetweenExecutions(10),
            .any([.fact(.isDark), .not(.minEventsRequired(1))]), .all([.group("ads", .all([]))]),
        ])
        let splash = scenario(rule, id: "splash")
        splash.trigger(at: noon())
        #expect(splash.execute(at: noon(), facts: [.isDark: true]).isAllowed)
        return splash.decide(at: noon(7))
    }

    @Test func `a decision prints its outcome and a line for each condition`() throws {
        let text = try decision().description

        #expect(
            text == """
                splash: refused
                  met      executed today: 1 of 2 (2025-11-01)
                  not met  since last executed: 7 s, more than 10 s needed
                  not met  at least one of these:
                  not met    it is dark: not answered
                  not met    not:
                  met          events: 1, at least 1 needed
                """
        )
    }

    @Test func `each kind of condition reads as a sentence`() {
        let rule = ScenarioRule.all([
            .maxEventsPermitted(3), .maxExecutionsPermitted(5), .maxExecutions(2, per: .week),
            .maxExecutions(4, per: .month), .minSecondsSinceFirstEvent(1), .minSecondsSinceLastEvent(2.5),
            .minSecondsBetweenExecutions(3), .minSeconds(4, since: .leaving), .fact(.isDark),
            .group("ads", coolDown: 10),
        ])

        let decision = scenario(rule).decide(at: noon(), facts: [.isDark: false], measured: [.leaving: 3])

        #expect(
            decision.text(executed: "shown") == """
                test: refused
                  met      events: 0, at most 3
                  met      shown: 0 of 5
                  met      shown this week: 0 of 2 (2025-W44)
                  met      shown this month: 0 of 4 (2025-11)
                  met      since the first event: not yet
                  met      since the last event: not yet
                  met      since last shown: not yet
                  not met  since the program was left: 3 s, more than 4 s needed
                  not met  it is dark
                  met      in the group 'ads':
                  met        since last shown: not yet
                """
        )
    }

    @Test func `seconds have at most three decimals`() {
        let spaced = scenario(.minSecondsBetweenExecutions(10))
        _ = spaced.execute(at: noon())

        #expect(
            spaced.decide(at: noon(12.01076)).description.contains(
                "since last executed: 12.01 s, more than 10 s needed"
            )
        )
    }

    @Test func `an allowed decision has its conditions too`() {
        let decision = scenario(.maxExecutionsPermitted(1)).decide(at: noon())

        #expect(decision.conditions.map(\.kind) == [.maxExecutionsPermitted])
        #expect(decision.description.hasPrefix("test: allowed\n"))
    }

    @Test func `open reservations are in the first line`() throws {
        let once = scenario(.maxExecutionsPermitted(1))
        let reservation = try once.reserve(at: noon()).get()

        #expect(once.decide(at: noon()).description.hasPrefix("test: refused, 1 reserved\n"))
        reservation.rollBack()
    }
}
