import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.registration, .plugins)) struct PluginDoctorTests {
    private func lines(_ manifests: PluginManifest...) -> String {
        PluginDoctor.lines(PluginDoctor.relations(manifests))
    }

    @Test func `a service that no plugin requires is listed, but not as a problem`() {
        let weather = PluginManifest(id: "weather", name: "Weather", version: "1", provides: ["rain", "snow"])
        let ski = PluginManifest(id: "ski", name: "Ski", version: "1", requires: ["snow"])

        #expect(
            lines(ski, weather) == "ok       weather provides the service 'rain', which no plugin requires; "
                + "a plugin that can't do without it lists it in `requires`"
        )
    }

    @Test func `a misspelled id in after is a problem, and an absent plugin is none`() {
        let ski = PluginManifest(id: "ski", name: "Ski", version: "1", after: ["wether", "lift"])
        let weather = PluginManifest(id: "weather", name: "Weather", version: "1")

        #expect(
            lines(ski, weather) == """
                problem  ski starts after 'wether', but there is no plugin of that id; did you mean 'weather'?
                ok       ski starts after 'lift', a plugin that isn't attached
                """
        )
    }

    private func report(_ state: PluginState) -> PluginReport {
        PluginReport(
            manifest: PluginManifest(id: "confetti", name: "Confetti", version: "1"),
            origin: "Confetti/Confetti.swift:1",
            library: nil,
            typeName: nil,
            state: state,
            changedAt: .zero,
            activation: nil,
            resourceCount: 0
        )
    }

    @Test func `a plugin has failed, and is blocked, for a reason that ends as its error does`() {
        let history = PluginHistory(directory: nil)
        let failed = report(.failed(reason: "No luck."))
        let blocked = report(.blocked(.missingService("luck", nearest: nil)))

        #expect(PluginDoctor.findings([failed], history).last?.text == "confetti has failed: No luck.")
        #expect(
            PluginDoctor.why(failed, history).hasPrefix("The plugin 'confetti' doesn't run; it has failed: No luck.\n")
        )
        #expect(PluginDoctor.findings([blocked], history).last?.text.hasPrefix("confetti is blocked: ") == true)
    }

    @Test func `the doctor tells that a plugin failed in the last run, which is no problem of its own`() {
        var report = report(.discovered)
        report.lastFailure = "no luck"

        let findings = PluginDoctor.findings([report], PluginHistory(directory: nil))

        #expect(findings.map(\.text) == ["1 of 1 plugins run", "confetti failed in the last run: no luck"])
        #expect(findings.allSatisfy { !$0.isProblem })
    }
}
