import HostTestKit
import Testing

@testable import HostRuntime

/// One test for each rule of a plugin's life.
@MainActor @Suite(.serialized) struct PluginRegistryTests {
    private func lines(_ host: TestHost, _ prefix: String) -> [String] {
        host.events.filter { $0.hasPrefix(prefix) }
    }

    // MARK: - Finding

    @Test func `plugins are activated by id, whatever the order of finding`() async {
        let host = TestHost(plugins: [Beta.self, Alpha.self])

        await host.launch()

        #expect(host.app.plugins.activeIDs == ["alpha", "beta"])
    }

    @Test func `a plugin is activated before did finish launching, so none misses it`() async {
        let host = TestHost(plugins: [Listener.self])

        await host.launch()

        #expect(lines(host, "info  listener") == ["info  listener  heard the launch"])
    }

    @Test func `a second plugin with the same id is refused with both origins named`() async throws {
        let host = TestHost(plugins: [Alpha.self, AnotherAlpha.self])

        await host.launch()

        let reports = host.app.plugins.report.filter { $0.manifest.id == "alpha" }
        #expect(reports.map(\.state.name) == ["active", "blocked"])
        let reason = try #require(reports.last?.state.reason)
        #expect(reason.contains("registered twice"))
        #expect(reason.contains("HostTestKit/TestHost.swift"))
    }

    @Test func `a different stamp is refused with both stamps named, and no code of the plugin is called`() async {
        let host = TestHost()
        await host.launch()
        let stamp = RuntimeStamp(interface: 0x99, layout: 0xABC, compiler: 502)

        host.app.admit([PluginRecord(Untouchable.self, stamp: stamp)])

        let reason = host.app.plugins.report.first?.state.reason
        #expect(
            reason == "built with interface 00000099, layout 00000ABC, Swift 5.2, "
                + "but this host is \(RuntimeStamp.current); "
                + "rebuild the plugin with this host's runtime"
        )
    }

    @Test func `a plugin that arrives after launch is activated then, and hears the launch once`() async {
        let host = TestHost()
        await host.launch()

        host.app.admit([PluginRecord(Listener.self)])
        host.app.admit([PluginRecord(Listener.self)])

        #expect(lines(host, "info  listener") == ["info  listener  heard the launch"])
        #expect(host.app.plugins.activeIDs == ["listener"])
    }

    // MARK: - Failing

    @Test func `a throw from activate is attributed and reported, and the others go on`() async {
        let host = TestHost(plugins: [Alpha.self, Thrower.self])

        await host.launch()

        #expect(host.app.plugins.state(of: "thrower") == .failed(reason: "no luck"))
        #expect(lines(host, "error  thrower") == ["error  thrower  no luck"])
        #expect(host.app.plugins.activeIDs == ["alpha"])
    }

    @Test func `what was acquired before a throw from activate is released, last in first out`() async {
        let host = TestHost(plugins: [Thrower.self])

        await host.launch()

        #expect(host.app.commands["thrower.command"] == nil)
        #expect(host.app.windows.windows.map(\.title) == ["page"])
        #expect(host.app.bus.observers().isEmpty)
    }

    @Test func `a throw from an observer is attributed, and later observers are called`() async {
        let host = TestHost(plugins: [Alpha.self, Grumbler.self, Listener.self])

        await host.launch()

        #expect(lines(host, "error  grumbler").count == 1)
        #expect(lines(host, "error  grumbler").first?.contains("bad mood") == true)
        #expect(lines(host, "info  listener") == ["info  listener  heard the launch"])
    }

    @Test func `a missing requirement blocks the plugin and names the nearest service`() async {
        let host = TestHost(plugins: [Alpha.self, Needy.self])

        await host.launch()

        #expect(host.app.plugins.state(of: "needy") == .blocked(.missingService("weather", nearest: nil)))
        #expect(host.app.plugins.activeIDs == ["alpha"])
    }

    @Test func `a provider that does not provide what its manifest says fails those who require it`() async {
        let host = TestHost(plugins: [EmptyProvider.self, Needy.self])

        await host.launch()

        #expect(
            host.app.plugins.state(of: "needy")
                == .failed(reason: "requires 'weather', which its provider did not provide")
        )
    }

    // MARK: - Enabling and disabling

    @Test func `disabling a plugin while the host runs ends it and blocks those who require it`() async throws {
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

    @Test func `enabling a plugin again makes it anew, and those who wait for it`() async throws {
        let host = TestHost(plugins: [Needy.self, Provider.self])
        await host.launch()
        try host.app.plugins.disable("provider")

        try host.app.plugins.enable("provider")

        #expect(host.app.plugins.activeIDs == ["provider", "needy"])
    }

    @Test func `those who require a plugin end before it does`() async throws {
        let host = TestHost(plugins: [Needy.self, Provider.self])
        await host.launch()
        _ = host.drainEvents()

        await host.terminate()

        #expect(lines(host, "plugin inactive") == ["plugin inactive  needy", "plugin inactive  provider"])
    }

    @Test func `those who require a plugin end before it does when it is disabled`() async throws {
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

    @Test func `a command of a plugin that ends is cancelled`() async throws {
        let host = TestHost(plugins: [Hoarder.self])
        await host.launch()
        weak let instance = Hoarder.latest
        var outcome: Result<String?, any Error>?
        host.app.commands.start("hoarder.wait") { outcome = $0 }
        await host.advance(by: .seconds(1))

        try host.app.plugins.disable("hoarder")
        await host.advance(by: .zero)

        #expect(throws: CancellationError.self) { try outcome?.get() }
        #expect(instance == nil)
    }

    @Test func `what a plugin leaves to a later frame ends with it`() async throws {
        let host = TestHost(plugins: [Hoarder.self])
        await host.launch()
        weak let instance = Hoarder.latest
        await host.enterBackground()
        Hoarder.latest?.waitForFrame()

        try host.app.plugins.disable("hoarder")
        await host.advance(by: .zero)

        #expect(instance == nil)
    }

    @Test func `a plugin that nobody has is named with the nearest id`() async {
        let host = TestHost(plugins: [Alpha.self])
        await host.launch()

        #expect(throws: PluginLookupError(id: "alpah", nearest: "alpha")) { try host.app.plugins.disable("alpah") }
    }

    @Test func `a plugin that is refused is an error with the reason`() async throws {
        let host = TestHost(plugins: [Alpha.self, Misnamed.self])
        await host.launch()

        // It goes by the place of its hook.
        let refused = try #require(host.app.plugins.report.first { $0.state.isRefused })

        let error = #expect(throws: PluginLookupError.self) { try host.app.plugins.enable(refused.manifest.id) }

        #expect(error?.description.contains("' is not loaded: it is blocked: the id 'two words' in its") == true)
    }

    @Test func `enabling a plugin whose library was not opened opens it`() async throws {
        let host = TestHost(plugins: [Alpha.self])
        await host.launch()
        let registry = host.app.plugins
        let disabled = PluginState.disabled(reason: "by hand")
        var restrictions = PluginRestrictions()
        restrictions.known["Beta.swift"] = KnownPlugin(Beta.manifest, library: "/plugins/libBeta.so")
        let reports = PluginReport.unopened(library: "/plugins/libBeta.so", disabled, restrictions)
        registry.list(reports, of: "/plugins/libBeta.so")
        #expect(throws: PluginLookupError(id: "beta", state: disabled)) { try registry.enable("beta") }

        var decisions: [String] = []
        registry.onDecision = { decisions.append("\($0) \($1)") }
        registry.onOpen = { library, plugin in
            decisions.append("\(library) \(plugin)")
            _ = registry.replace(library: library, with: [PluginRecord(Beta.self)])
        }
        try registry.enable("beta")

        #expect(decisions == ["beta true", "/plugins/libBeta.so beta"])
        #expect(registry.state(of: "beta") == .active)
        #expect(registry.report.map(\.manifest.id) == ["alpha", "beta"])
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

    @Test func `a plugin that lacks a service is left failed, however often an observer enables it`() async throws {
        let host = TestHost(plugins: [Promiser.self, Needer.self])
        var enabled = 0
        let subscription = host.app.bus.observe(PluginStateDidChange.self) { message in
            // Without the limit, the launch would not come to an end.
            guard message.id == "needer", message.state.name == "failed", enabled < 50 else { return }
            enabled += 1
            try host.app.plugins.enable("needer")
        }

        await host.launch()

        #expect(host.app.plugins.state(of: "needer")?.reason?.contains("8 times in a row") == true)
        #expect(enabled <= 9)
        #expect(host.app.plugins.activeIDs == ["promiser"])
        subscription.cancel()
    }

    @Test func `a plugin that is enabled at each failure is left failed after eight activations`() async throws {
        let host = TestHost(plugins: [Alpha.self, Restless.self])
        Restless.begin { _ in throw Complaint(description: "no luck") }
        let subscription = host.app.bus.observe(PluginStateDidChange.self) { message in
            if message.id == "restless", message.state.name == "failed" { try host.app.plugins.enable("restless") }
        }

        await host.launch()

        #expect(Restless.activations == 8)
        let state = try #require(host.app.plugins.state(of: "restless"))
        #expect(state.name == "failed")
        #expect(state.reason?.contains("8 times in a row") == true)
        #expect(lines(host, "error  restless  no luck").count == 8)
        #expect(host.app.plugins.activeIDs == ["alpha"])
        subscription.cancel()

        Restless.begin { _ in }
        try host.app.plugins.enable("restless")
        #expect(host.app.plugins.state(of: "restless") == .active)
    }

    @Test(arguments: ["blocked", "discovered"])
    func `observers that disable a plugin in one state and enable it again come to an end`(state: String) async throws {
        let host = TestHost(plugins: [Alpha.self, Lacking.self])
        var rounds = 0
        let subscription = host.app.bus.observe(PluginStateDidChange.self) { message in
            guard message.id == "lacking", rounds < 100 else { return }
            if message.state.name == state {
                rounds += 1
                try host.app.plugins.disable("lacking")
            } else if message.state.name == "disabled" {
                try host.app.plugins.enable("lacking")
            }
        }

        await host.launch()
        try host.app.plugins.enable("lacking")
        try host.app.plugins.disable("lacking")

        #expect(rounds <= 3 * 8)
        #expect(host.app.plugins.state(of: "lacking")?.isProblem == (state == "blocked"))
        #expect(host.app.plugins.activeIDs == ["alpha"])
        subscription.cancel()
    }

    @Test func `a plugin that disables and enables itself is left failed after eight activations`() async throws {
        let host = TestHost(plugins: [Restless.self])
        Restless.begin { _ in try host.app.plugins.disable("restless") }
        Restless.atEnd = { try? host.app.plugins.enable("restless") }

        await host.launch()

        #expect(Restless.activations == 8)
        #expect(host.app.plugins.state(of: "restless")?.name == "failed")
    }

    @Test func `the limit of activations counts anew with each change`() async throws {
        let host = TestHost(plugins: [Restless.self])
        Restless.begin { _ in }
        await host.launch()

        for _ in 0..<10 {
            try host.app.plugins.disable("restless")
            try host.app.plugins.enable("restless")
        }

        #expect(Restless.activations == 11)
        #expect(host.app.plugins.state(of: "restless") == .active)
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

    // MARK: - Leaving nothing behind

    @Test func `deactivation leaves nothing behind`() async throws {
        let host = TestHost(plugins: [Hoarder.self])
        await host.launch()
        weak let instance = Hoarder.latest
        try #require(instance != nil)
        #expect(host.app.plugins.report.first?.resourceCount == 8)

        try host.app.plugins.disable("hoarder")
        await host.advance(by: .seconds(10))

        #expect(instance == nil)
        #expect(host.app.bus.observers().isEmpty)
        #expect(host.app.windows.windows.map(\.title) == ["page"])
        #expect(host.app.commands["hoarder.command"] == nil)
        #expect(host.app.services.all.isEmpty)
        #expect(host.app.clock.nextDeadline == nil)
        #expect(Hoarder.releases == ["last window", "first window", "task"])
    }
}

// MARK: - Fixtures

private struct Complaint: Error, CustomStringConvertible {
    let description: String
}

private protocol Weather {
    var report: String { get }
}

private struct Sunshine: Weather {
    let report = "sunny"
}

private let weather = ServiceKey<any Weather>("weather")

private final class Alpha: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "alpha", name: "Alpha", version: "1")
    func activate(_ context: PluginContext) {}
}

private final class AnotherAlpha: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "alpha", name: "Another", version: "1")
    func activate(_ context: PluginContext) {}
}

private final class Beta: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "beta", name: "Beta", version: "1")
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
        context.bus.observe(DidFinishLaunching.self) { _ in throw Complaint(description: "bad mood") }
    }
}

private final class Thrower: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "thrower", name: "Thrower", version: "1")

    func activate(_ context: PluginContext) throws {
        context.bus.observe(DidBecomeActive.self) { _ in }
        let window = context.windows.make(title: "half done", level: .normal, root: View())
        window.show()
        try context.commands.offer(Command(id: "thrower.command", title: "Never") { _ in nil })
        throw Complaint(description: "no luck")
    }
}

private final class Needy: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "needy", name: "Needy", version: "1", requires: ["weather"])
    func activate(_ context: PluginContext) {}
}

private final class Provider: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "provider",
        name: "Provider",
        version: "1",
        provides: ["weather"]
    )

    func activate(_ context: PluginContext) throws {
        try context.services.provide(Sunshine(), for: weather)
    }
}

private final class EmptyProvider: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "empty", name: "Empty", version: "1", provides: ["weather"])
    func activate(_ context: PluginContext) {}
}

/// Its manifest would end the test if anybody read it.
private final class Untouchable: HostPlugin {
    nonisolated static var manifest: PluginManifest { preconditionFailure("read the manifest of a refused plugin") }
    func activate(_ context: PluginContext) {}
}

/// Announces a service and doesn't provide it.
private final class Promiser: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "promiser",
        name: "Promiser",
        version: "1",
        provides: ["thing"]
    )
    func activate(_ context: PluginContext) {}
}

private final class Needer: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "needer", name: "Needer", version: "1", requires: ["thing"])
    func activate(_ context: PluginContext) {}
}

private final class Misnamed: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "two words", name: "Misnamed", version: "1")
    func activate(_ context: PluginContext) {}
}

private final class Lacking: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "lacking", name: "Lacking", version: "1", requires: ["none"])
    func activate(_ context: PluginContext) {}
}

/// Does at its activation and at its end what a test asks for, up to a number of times.
private final class Restless: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "restless", name: "Restless", version: "1")
    static var activations = 0
    private static var atStart: (PluginContext) throws -> Void = { _ in }
    static var atEnd: () -> Void = {}

    static func begin(_ atStart: @escaping (PluginContext) throws -> Void) {
        (activations, Restless.atStart, Restless.atEnd) = (0, atStart, {})
    }

    func activate(_ context: PluginContext) throws {
        Restless.activations += 1
        // Without the limit, what is under test would not come to an end.
        guard Restless.activations < 50 else { return }
        try Restless.atStart(context)
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

/// Acquires one of everything.
private final class Hoarder: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "hoarder",
        name: "Hoarder",
        version: "1",
        provides: ["weather"]
    )
    static weak var latest: Hoarder?
    static var releases: [String] = []

    private final class Note: View {
        var text = ""
        isolated deinit { Hoarder.releases.append(text) }
    }

    private var context: PluginContext?

    func waitForFrame() {
        context?.windows.afterNextFrame { _ = self }
    }

    func activate(_ context: PluginContext) throws {
        self.context = context
        Hoarder.latest = self
        Hoarder.releases = []
        context.bus.observe(DidBecomeActive.self) { _ in _ = self }
        for text in ["first window", "last window"] {
            let note = Note()
            note.text = text
            context.windows.make(title: text, level: .normal, root: note).show()
        }
        context.time.schedule(every: .seconds(1)) { _ = self }
        try context.commands.offer(Command(id: "hoarder.command", title: "Hoard") { _ in "\(self)" })
        try context.commands.offer(
            Command(id: "hoarder.wait", title: "Wait") { _ in
                try await context.time.sleep(for: .seconds(60))
                return "\(self)"
            }
        )
        try context.services.provide(Sunshine(), for: weather)
        context.tasks.start {
            defer { Hoarder.releases.append("task") }
            try await context.time.sleep(for: .seconds(60))
            _ = self
        }
    }
}
