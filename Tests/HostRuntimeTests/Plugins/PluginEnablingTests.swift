import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

/// Enabling and disabling plugins while the host runs.
@MainActor @Suite(.serialized, .tags(.plugins)) struct PluginEnablingTests {
    private func lines(_ host: TestHost, _ prefix: String) -> [String] {
        host.events.filter { $0.hasPrefix(prefix) }
    }

    @Test func `disabling a plugin ends it and blocks the plugins that require it`() async throws {
        let host = TestHost(plugins: [Needy.self, Provider.self])
        await host.launch()
        #expect(host.app.plugins.activeIDs == ["provider", "needy"])

        try host.app.plugins.disable("provider")

        #expect(host.app.plugins.activeIDs == [])
        #expect(host.app.plugins.state(of: "provider") == .disabled(reason: "by hand"))
        #expect(
            host.app.plugins.state(of: "needy")
                == .blocked(.providerUnavailable(service: "weather", provider: "provider", state: "disabled"))
        )
    }

    @Test func `the log says that a plugin that ran is blocked, and that it runs again`() async throws {
        let host = TestHost(plugins: [Needy.self, Provider.self])
        await host.launch()

        try host.app.plugins.disable("provider")
        try host.app.plugins.enable("provider")

        #expect(
            host.events.filter { $0.contains("  needy  ") && !$0.hasPrefix("plugin") } == [
                "warning  needy  blocked: the service 'weather' comes from 'provider', which is disabled",
                "info  needy  runs again",
            ]
        )
    }

    @Test func `enabling a plugin again makes a new instance, and activates the plugins that require it`() async throws
    {
        let host = TestHost(plugins: [Needy.self, Provider.self])
        await host.launch()
        let forecast = host.app.services.reference(to: Forecast.key)
        let first = try #require(forecast.value)
        try host.app.plugins.disable("provider")

        try host.app.plugins.enable("provider")

        #expect(host.app.plugins.activeIDs == ["provider", "needy"])
        let second = try #require(forecast.value)
        #expect(second !== first)
    }

    @Test func `plugins that require a plugin end before it does`() async throws {
        let host = TestHost(plugins: [Needy.self, Provider.self])
        await host.launch()
        _ = host.drainEvents()

        await host.terminate()

        #expect(lines(host, "plugin inactive") == ["plugin inactive  needy", "plugin inactive  provider"])
    }

    @Test func `plugins that require a plugin end before it does when it is disabled`() async throws {
        let host = TestHost(plugins: [Needy.self, Provider.self])
        await host.launch()
        _ = host.drainEvents()

        try host.app.plugins.disable("provider")

        #expect(lines(host, "plugin inactive") == ["plugin inactive  needy", "plugin inactive  provider"])
    }

    @Test func `a plugin that is disabled while it is activated does not run`() async throws {
        let host = TestHost(plugins: [Provider.self])
        let subscription = host.app.bus.observe(ServiceDidChange.self) { message in
            if message.isProvided { try host.app.plugins.disable("provider") }
        }

        await host.launch()

        #expect(host.app.plugins.activeIDs == [])
        #expect(host.app.plugins.state(of: "provider") == .disabled(reason: "by hand"))
        #expect(host.app.services.all.isEmpty)
        subscription.cancel()
    }

    @Test func `an observer of a blocked plugin may enable and disable others`() async throws {
        let host = TestHost(plugins: [Alpha.self, Beta.self, Provider.self, Needy.self])
        await host.launch()
        let plugins = host.app.plugins
        try plugins.disable("alpha")
        let subscription = host.app.bus.observe(PluginStateDidChange.self) { message in
            guard message.id == "needy", case .blocked = message.state else { return }
            try plugins.enable("alpha")
            try plugins.disable("beta")
        }

        try plugins.disable("provider")

        #expect(plugins.activeIDs == ["alpha"])
        #expect(plugins.state(of: "beta") == .disabled(reason: "by hand"))
        subscription.cancel()
    }

    @Test func `no plugin is activated after the program's end`() async throws {
        let host = TestHost(plugins: [Provider.self, Needy.self])
        await host.launch()
        try host.app.plugins.disable("provider")
        var atEnd: [[String]] = []
        let inner = host.app.onTerminate
        host.app.onTerminate = {
            atEnd.append(host.app.plugins.activeIDs)
            inner?()
        }
        let subscription = host.app.bus.observe(PluginStateDidChange.self) { message in
            if message.id == "provider", message.state == .active { host.app.terminate() }
        }
        _ = host.drainEvents()

        try host.app.plugins.enable("provider")

        #expect(lines(host, "plugin active") == ["plugin active  provider"])
        #expect(atEnd == [[]])
        subscription.cancel()
    }

    @Test func `a plugin is deactivated at most once`() async throws {
        let host = TestHost(plugins: [Talker.self])
        Talker.deactivations = 0
        let subscription = host.app.bus.observe(named: "talker.bye") { _ in
            try host.app.plugins.disable("talker")
        }
        await host.launch()

        try host.app.plugins.disable("talker")

        #expect(Talker.deactivations == 1)
        #expect(host.app.plugins.state(of: "talker")?.name == "disabled")
        subscription.cancel()
    }

    @Test func `a plugin that is being disabled stays so, whatever is enabled meanwhile`() async throws {
        let host = TestHost(plugins: [Alpha.self, Beta.self])
        await host.launch()
        try host.app.plugins.disable("beta")
        let subscription = host.app.bus.observe(PluginStateDidChange.self) { message in
            if message.id == "alpha", message.state == .inactive { try host.app.plugins.enable("beta") }
        }

        try host.app.plugins.disable("alpha")

        #expect(host.app.plugins.activeIDs == ["beta"])
        #expect(host.app.plugins.state(of: "alpha") == .disabled(reason: "by hand"))
        subscription.cancel()
    }

    @Test func `a plugin that is being activated when the program ends is deactivated`() async throws {
        let host = TestHost(plugins: [Provider.self])
        let subscription = host.app.bus.observe(ServiceDidChange.self) { message in
            if message.isProvided { host.app.terminate() }
        }

        await host.launch()

        #expect(host.app.plugins.activeIDs == [])
        #expect(host.app.services.all.isEmpty)
        subscription.cancel()
    }

    @Test func `a plugin may be disabled from inside an observer of a plugin's state`() async throws {
        let host = TestHost(plugins: [Alpha.self, Beta.self])
        let subscription = host.app.bus.observe(PluginStateDidChange.self) { message in
            if message.id == "alpha", message.state == .active { try host.app.plugins.disable("beta") }
        }

        await host.launch()

        #expect(host.app.plugins.activeIDs == ["alpha"])
        subscription.cancel()
    }

    @Test func `a plugin can't be enabled from inside its own end, and can be later`() async throws {
        let host = TestHost(plugins: [Restless.self])
        Restless.isAbleToStart = true
        var refusals: [String] = []
        Restless.atEnd = {
            do { try host.app.plugins.enable("restless") } catch { refusals.append("\(error)") }
        }
        await host.launch()

        try host.app.plugins.disable("restless")

        #expect(
            refusals == [
                "The plugin 'restless' is not enabled: a plugin can't be enabled from inside its own end; "
                    + "enable it later, such as from a timer."
            ]
        )
        #expect(host.app.plugins.state(of: "restless") == .disabled(reason: "by hand"))
        try host.app.plugins.enable("restless")
        #expect(host.app.plugins.state(of: "restless") == .active)
    }

    @Test(arguments: ["failed", "disabled", "inactive"])
    func `an observer of a plugin's end can't enable it there`(state: String) async throws {
        let host = TestHost(plugins: [Restless.self])
        Restless.isAbleToStart = state != "failed"
        Restless.atEnd = {}
        var refusals: [String] = []
        let subscription = host.app.bus.observe(PluginStateDidChange.self) { message in
            guard message.state.name == state else { return }
            do { try host.app.plugins.enable("restless") } catch { refusals.append("\(error)") }
        }

        await host.launch()
        if state != "failed" { try host.app.plugins.disable("restless") }

        #expect(refusals == ["\(PluginLookupError(id: "restless", isEnding: true))"])
        #expect(host.app.plugins.activeIDs == [])
        subscription.cancel()
    }

    @Test func `disabling an unknown id suggests the nearest one`() async {
        let host = TestHost(plugins: [Alpha.self])
        await host.launch()

        #expect(throws: PluginLookupError(id: "alpah", nearest: "alpha")) { try host.app.plugins.disable("alpah") }
    }

    @Test func `enabling a refused plugin throws the reason`() async throws {
        let host = TestHost(plugins: [Alpha.self, Misnamed.self])
        await host.launch()

        // It goes by the place of its hook.
        let refused = try #require(host.app.plugins.report.first { $0.state.isRefused })

        let error = #expect(throws: PluginLookupError.self) { try host.app.plugins.enable(refused.manifest.id) }

        #expect(error?.description.contains("' is not loaded: it is blocked: the id 'two words' in its") == true)
    }

    @Test func `enabling a library that was not opened throws the reason`() async throws {
        let host = TestHost(plugins: [Alpha.self])
        await host.launch()
        let disabled = PluginState.disabled(reason: "by --safe-mode")

        host.app.plugins.list(PluginReport(library: "/plugins/libBeta.so", disabled), of: "/plugins/libBeta.so")

        #expect(throws: PluginLookupError(id: "libBeta.so", state: disabled)) {
            try host.app.plugins.enable("libBeta.so")
        }
    }
}

// MARK: - Fixtures

private final class Misnamed: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "two words", name: "Misnamed", version: "1")
    func activate(_ context: PluginContext) {}
}

/// Starts or not, and does at its end, what a test asks for.
private final class Restless: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "restless", name: "Restless", version: "1")
    static var isAbleToStart = true
    static var atEnd: () -> Void = {}

    func activate(_ context: PluginContext) throws {
        if !Restless.isAbleToStart { throw PluginComplaint(description: "no luck") }
    }

    func deactivate() {
        Restless.atEnd()
    }
}

/// Says goodbye.
private final class Talker: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "talker", name: "Talker", version: "1")
    static var deactivations = 0
    private var context: PluginContext?

    func activate(_ context: PluginContext) {
        self.context = context
    }

    func deactivate() {
        Talker.deactivations += 1
        // A plugin that is ended again and again would not come to an end.
        guard Talker.deactivations < 5 else { return }
        context?.bus.post(named: "talker.bye")
    }
}
