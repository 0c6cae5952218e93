import FoundationEssentials
import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct PluginInspectionScenariosTests {
    private let host = TestHost(plugins: [Watcher.self])

    private func context() async throws -> PluginContext {
        await host.launch()
        return try Watcher.context(in: host)
    }

    @Test func `a decision is listed with the party that recorded it, and its time`() async throws {
        let context = try await context()
        let scenario = Scenario(id: "tip", rule: .maxExecutionsPermitted(1), store: context.storage.store)
        context.storage.record(scenario.execute(at: context.time.date))
        await host.advance(by: .seconds(2))
        host.app.record(scenario.decide(at: context.time.date))

        let decisions = context.inspection.decisions

        #expect(decisions.map(\.number) == [1, 2])
        #expect(decisions.map(\.owner) == [.plugin("watcher"), .host])
        #expect(decisions.map(\.time) == [.zero, .seconds(2)])
        #expect(decisions.map { $0.decision.answer() } == ["Allowed: the rule is met.", "Refused: executed: 1 of 1."])
    }

    @Test func `a scenario is listed with its counters, and its groups after it`() async throws {
        let context = try await context()
        let rule = ScenarioRule.all([.maxExecutionsPermitted(3), .group("tips", coolDown: 5)])
        let scenario = Scenario(id: "tip", rule: rule, store: context.storage.store)
        scenario.trigger(at: context.time.date)
        _ = scenario.execute(at: context.time.date)
        await host.advance(by: .seconds(2))
        context.storage.record(
            Scenario(id: "elsewhere", rule: .all([]), store: KeyValueStore()).decide(at: context.time.date)
        )

        let reports = context.inspection.scenarios

        #expect(reports.map(\.id) == ["elsewhere", "tip", "tips"])
        #expect(reports.map(\.isGroup) == [false, false, true])
        #expect(reports.map(\.namespace) == [nil, "watcher", "watcher"])
        #expect(reports.map(\.events) == [0, 1, 1])
        #expect(reports.map(\.executions) == [0, 1, 1])
        #expect(reports.map(\.secondsSinceExecution) == [nil, 2, 2])
    }

    @Test func `after the plugin's end there are none`() async throws {
        let context = try await context()
        try host.app.plugins.disable("watcher")

        #expect(context.inspection.decisions.isEmpty)
        #expect(context.inspection.scenarios.isEmpty)
    }
}
