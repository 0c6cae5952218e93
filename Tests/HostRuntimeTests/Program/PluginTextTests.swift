import Testing

@testable import HostRuntime

@Suite struct PluginTextTests {
    private func lines(_ manifests: PluginManifest...) -> String {
        PluginText.lines(PluginText.relations(manifests))
    }

    @Test func `a service that no plugin requires is told, and is no problem`() {
        let weather = PluginManifest(id: "weather", name: "Weather", version: "1", provides: ["rain", "snow"])
        let ski = PluginManifest(id: "ski", name: "Ski", version: "1", requires: ["snow"])

        #expect(
            lines(ski, weather) == "ok       weather provides the service 'rain', which no plugin requires; "
                + "one that can't do without it lists it in `requires`"
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
}
