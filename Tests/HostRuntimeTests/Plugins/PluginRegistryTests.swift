import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

/// One test for each rule of a plugin's life.
@MainActor @Suite(.serialized, .tags(.registration, .plugins)) struct PluginRegistryTests {
    private func lines(_ host: TestHost, _ prefix: String) -> [String] {
        host.events.filter { $0.hasPrefix(prefix) }
    }

    @Test func `plugins are activated by id, whatever the order of finding`() async {
        let host = TestHost(plugins: [Beta.self, Alpha.self])

        await host.launch()

        #expect(host.app.plugins.activeIDs == ["alpha", "beta"])
    }

    @Test func `a plugin is activated before DidFinishLaunching is posted, and receives it`() async {
        let host = TestHost(plugins: [Listener.self])

        await host.launch()

        let launch = host.events.filter { $0.contains("listener") || $0 == "did finish launching" }
        #expect(launch == ["plugin active  listener", "did finish launching", "info  listener  heard the launch"])
    }

    @Test func `of two plugins with one id, the first by origin runs, and the other is refused, naming both`() async {
        let host = TestHost()
        await host.launch()
        let second = PluginRecord(AnotherAlpha.self, file: "B/B.swift", line: 2)
        let first = PluginRecord(Alpha.self, file: "A/A.swift", line: 1)

        host.app.admit([second, first])

        let problem = PluginProblem.duplicateID(id: "alpha", first: "A/A.swift:1", second: "B/B.swift:2")
        #expect(host.app.plugins.report.map(\.state) == [.active, .blocked(problem)])
        #expect(host.app.plugins.report.last?.manifest.name == "Another")
        #expect(problem.description.hasPrefix("plugin 'alpha' is registered twice, first at A/A.swift:1, "))
    }

    @Test func `a different stamp is refused with both stamps named, and no code of the plugin is called`() async {
        let host = TestHost()
        await host.launch()
        let stamp = RuntimeStamp(interface: 0x99, compiler: 502)

        host.app.admit([PluginRecord(Untouchable.self, stamp: stamp)])

        let reason = host.app.plugins.report.first?.state.reason
        #expect(
            reason == "built with interface 00000099, Swift 5.2, "
                + "but this host is \(RuntimeStamp.current); "
                + "rebuild the plugin with this host's runtime"
        )
    }

    @Test func `a plugin that arrives after launch is activated then, and receives the launch message once`() async {
        let host = TestHost()
        await host.launch()

        host.app.admit([PluginRecord(Listener.self)])
        host.app.admit([PluginRecord(Listener.self)])

        #expect(lines(host, "info  listener") == ["info  listener  heard the launch"])
        #expect(host.app.plugins.activeIDs == ["listener"])
    }

    @Test func `a throw from activate is reported in the plugin's name, and other plugins run`() async {
        let host = TestHost(plugins: [Alpha.self, Thrower.self])

        await host.launch()

        #expect(host.app.plugins.state(of: "thrower") == .failed(reason: "no luck"))
        #expect(lines(host, "error  thrower") == ["error  thrower  no luck"])
        #expect(host.app.plugins.activeIDs == ["alpha"])
    }

    @Test func `a throw from an observer is reported in its plugin's name, and later observers are called`() async {
        let host = TestHost(plugins: [Alpha.self, Grumbler.self, Listener.self])

        await host.launch()

        #expect(lines(host, "error  grumbler").count == 1)
        #expect(lines(host, "error  grumbler").first?.contains("bad mood") == true)
        #expect(lines(host, "info  listener") == ["info  listener  heard the launch"])
    }

    @Test func `a missing requirement blocks the plugin and names the nearest service`() async {
        let host = TestHost(plugins: [Alpha.self, Misspelled.self, Needy.self])

        await host.launch()

        #expect(host.app.plugins.state(of: "needy") == .blocked(.missingService("weather", nearest: "wether")))
        #expect(host.app.plugins.activeIDs == ["alpha", "misspelled"])
    }

    @Test func `a provider that lacks what its manifest says fails the plugins that require it`() async {
        let host = TestHost(plugins: [EmptyProvider.self, Needy.self])

        await host.launch()

        #expect(
            host.app.plugins.state(of: "needy")
                == .failed(reason: "requires 'weather', which its provider did not provide")
        )
    }

    @Test func `each change of state is a message on the bus`() async throws {
        let host = TestHost(plugins: [Alpha.self])
        await host.launch()
        try host.app.plugins.disable("alpha")
        try host.app.plugins.enable("alpha")

        #expect(
            lines(host, "plugin") == [
                "plugin active  alpha", "plugin inactive  alpha", "plugin disabled  alpha  by hand",
                "plugin discovered  alpha", "plugin active  alpha",
            ]
        )
    }
}

// MARK: - Fixtures

private final class AnotherAlpha: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "alpha", name: "Another", version: "1")
    func activate(_ context: PluginContext) {}
}

private final class Listener: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "listener", name: "Listener", version: "1")

    func activate(_ context: PluginContext) {
        context.bus.observe(DidFinishLaunching.self) { _ in context.log.info("heard the launch") }
    }
}

private final class Grumbler: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "grumbler", name: "Grumbler", version: "1")

    func activate(_ context: PluginContext) {
        context.bus.observe(DidFinishLaunching.self) { _ in throw PluginComplaint(description: "bad mood") }
    }
}

private final class Thrower: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "thrower", name: "Thrower", version: "1")

    func activate(_ context: PluginContext) throws {
        throw PluginComplaint(description: "no luck")
    }
}

/// Provides a service whose name is nearly the one that `Needy` requires.
private final class Misspelled: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "misspelled",
        name: "Misspelled",
        version: "1",
        provides: ["wether"]
    )

    func activate(_ context: PluginContext) throws {
        try context.services.provide(1, for: ServiceKey<Int>("wether"))
    }
}

/// Its manifest would end the test if anybody read it.
private final class Untouchable: HostPlugin {
    nonisolated static var manifest: PluginManifest { preconditionFailure("read the manifest of a refused plugin") }
    func activate(_ context: PluginContext) {}
}
