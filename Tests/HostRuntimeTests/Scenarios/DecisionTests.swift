import FoundationEssentials
import Testing

@testable import HostRuntime

@Suite struct DecisionTests {
    private func decision() throws -> Decision {
        let rule = ScenarioRule.all([
            .maxExecutions(2, per: .day), .minSecondsBetweenExecutions(10),
            .any([.condition("dark"), .not(.minEventsRequired(1))]),
        ])
        let splash = scenario(rule, id: "splash")
        splash.trigger(at: noon())
        #expect(splash.execute(at: noon(), conditions: ["dark": true]).isAllowed)
        return splash.decide(at: noon(7))
    }

    @Test func `a decision prints as a table that tells why`() throws {
        let text = try decision().description

        #expect(
            text == """
                splash: refused
                condition                    value  limit   held  note
                maxExecutions per day        1      < 2     yes   2025-11-01
                minSecondsBetweenExecutions  7      > 10    no
                any                          0      >= 1    no
                  dark                       -      = true  no    nobody answered
                  not                        1      = 0     no
                    minEventsRequired        1      >= 1    yes
                """
        )
    }

    @Test func `a table has no more than thousandths of a second`() {
        let spaced = scenario(.minSecondsBetweenExecutions(10))
        _ = spaced.execute(at: noon())

        #expect(
            spaced.decide(at: noon(12.01076)).description.contains("minSecondsBetweenExecutions  12.01  > 10   yes")
        )
    }

    @Test func `a decision is JSON with its names in order`() throws {
        let spaced = scenario(.minSecondsBetweenExecutions(10), id: "say \"hi\"\n")
        _ = spaced.execute(at: noon())

        #expect(
            spaced.decide(at: noon(7.5)).json
                == #"{"allowed":false,"at":"2025-11-01T12:00:07Z","conditions":[{"comparison":">","held":false,"#
                + #""limit":10,"name":"minSecondsBetweenExecutions","value":7.5}],"reserved":0,"#
                + #""scenario":"say \"hi\"\n"}"#
        )
    }

    @Test func `an allowed decision tells its conditions too`() {
        let decision = scenario(.maxExecutionsPermitted(1)).decide(at: noon())

        #expect(decision.conditions.map(\.name) == ["maxExecutionsPermitted"])
        #expect(decision.description.hasPrefix("test: allowed\n"))
    }

    @Test func `open reservations are told`() throws {
        let once = scenario(.maxExecutionsPermitted(1))
        let reservation = try once.reserve(at: noon()).get()

        #expect(once.decide(at: noon()).description.hasPrefix("test: refused, 1 reserved\n"))
        reservation.rollBack()
    }
}
