import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct PluginInspectionPluginsTests {
    private let host = TestHost(plugins: [Watcher.self, Collector.self, Refuser.self])

    private func inspection() async throws -> PluginInspection {
        await host.launch()
        return try Watcher.context(in: host).inspection
    }

    @Test func `every plugin is listed with its state, the reason and what it holds`() async throws {
        let plugins = try await inspection().plugins

        #expect(plugins.map(\.manifest.id) == ["collector", "refuser", "watcher"])
        #expect(plugins.map(\.state) == [.active, .failed(reason: "\(Refuser.Refusal())"), .active])
        #expect(plugins.map(\.resourceCount) == [10, 0, 1])
        #expect(plugins.map { $0.activation != nil } == [true, false, true])
    }

    @Test func `a plugin's resources are listed one by one, with the line that acquired each`() async throws {
        let held = try await inspection().resources(of: "collector")

        #expect(
            held.map { "\($0.kind) \($0.name)" } == [
                "observer DidBecomeActive", "observer collector.ping", "sequence DidResize",
                "bridge DidResize and collector.size", "window shelf", "timer ", "timer animation", "task ",
                "command collector.sort", "service collector.count",
            ]
        )
        #expect(held[0].place == "\(#fileID):\(Collector.observerLine)")
        #expect(held[7].place == "\(#fileID):\(Collector.taskLine)")
    }

    @Test func `what has ended by itself is no longer held`() async throws {
        let inspection = try await inspection()

        await host.advance(by: .seconds(60))

        let kinds = inspection.resources(of: "collector").map(\.kind)
        #expect(!kinds.contains(.timer))
        #expect(!kinds.contains(.task))
    }

    @Test func `a hold is held until it ends`() async throws {
        let inspection = try await inspection()
        let message = WillEnterBackground()
        let hold = inspection.context.bus.hold(message, "saving", for: .seconds(1))
        #expect(inspection.resources(of: "watcher").map(\.name) == ["watcher.context", "saving"])

        hold.end()

        #expect(inspection.resources(of: "watcher").map(\.kind) == [.service])
    }

    @Test func `a plugin is disabled and enabled again, and the log says by which plugin`() async throws {
        let inspection = try await inspection()
        var decisions: [String] = []
        host.app.plugins.onDecision = { decisions.append("\($0) \($1)") }

        try inspection.disable("collector")
        #expect(inspection.plugins[0].state == .disabled(reason: "by hand"))
        #expect(inspection.resources(of: "collector").isEmpty)
        try inspection.enable("collector")

        #expect(inspection.plugins[0].state == .active)
        #expect(decisions == ["collector false", "collector true"])
        #expect(
            host.app.log.entries.map { "\($0.source): \($0.text)" }.suffix(2) == [
                "watcher: disabled the plugin 'collector'", "watcher: enabled the plugin 'collector'",
            ]
        )
    }

    @Test func `a plugin that is enabled already is not enabled again`() async throws {
        let inspection = try await inspection()
        let lines = host.app.log.entries.count

        try inspection.enable("collector")

        #expect(host.app.log.entries.count == lines)
    }

    @Test func `a plugin can disable itself`() async throws {
        let inspection = try await inspection()

        try inspection.disable("watcher")

        #expect(host.app.plugins.state(of: "watcher") == .disabled(reason: "by hand"))
        #expect(host.app.log.entries.last?.text == "disabled the plugin 'watcher'")
    }

    @Test func `an unknown plugin is an error with a suggestion`() async throws {
        let inspection = try await inspection()

        #expect(throws: PluginLookupError(id: "colector", nearest: "collector")) { try inspection.disable("colector") }
    }

    @Test func `the strikes of earlier runs are listed until a person enables the plugin`() async throws {
        var restrictions = PluginRestrictions()
        for _ in 0..<2 {
            restrictions.health.record(PastRun(crash: .plugin("struck", place: "in activate"), healthyTime: .zero))
        }
        let inspection = try await inspection()
        host.app.plugins.admit([PluginRecord(Struck.self)], restrictions)

        #expect(inspection.plugins.first { $0.manifest.id == "struck" }?.strikes == ["in activate", "in activate"])
        try inspection.enable("struck")
        #expect(inspection.plugins.first { $0.manifest.id == "struck" }?.strikes == [])
    }

    @Test func `after the plugin's end it sees no plugins and may not disable any`() async throws {
        let inspection = try await inspection()
        try inspection.disable("watcher")

        #expect(inspection.plugins.isEmpty)
        #expect(inspection.resources(of: "collector").isEmpty)
        #expect(throws: PluginContextError(plugin: "watcher", call: "inspection.disable(collector)")) {
            try inspection.disable("collector")
        }
        #expect(throws: PluginContextError(plugin: "watcher", call: "inspection.enable(collector)")) {
            try inspection.enable("collector")
        }
    }
}

/// Acquires one of each kind.
private final class Collector: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "collector",
        name: "Collector",
        version: "1",
        provides: ["collector.count"]
    )
    static let observerLine = #line + 7
    static let taskLine = #line + 18

    private var sequence: MessageSequence<DidResize>?

    func activate(_ context: PluginContext) throws {
        // The lines of the first observer and of the task are compared.
        context.bus.observe(DidBecomeActive.self) { _ in }
        context.bus.observe(named: "collector.ping") { _ in }
        sequence = context.bus.messages(of: DidResize.self)
        context.bus.bridge(
            DidResize.self,
            to: "collector.size",
            encode: { ["width": .int($0.size.width)] },
            decode: { _ in nil }
        )
        _ = context.windows.make(title: "shelf", level: .normal, root: View())
        context.time.schedule(after: .seconds(30)) {}
        context.time.animate(Animation(duration: .seconds(1))) { _ in }
        context.tasks.start { try await context.time.sleep(for: .seconds(30)) }
        try context.commands.offer(Command(id: "collector.sort", title: "Sort") { _ in nil })
        try context.services.provide(7, for: ServiceKey<Int>("collector.count"))
    }
}

private final class Refuser: HostPlugin {
    struct Refusal: Error {}

    nonisolated static let manifest = PluginManifest(id: "refuser", name: "Refuser", version: "1")

    func activate(_ context: PluginContext) throws { throw Refusal() }
}

private final class Struck: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "struck", name: "Struck", version: "1")

    func activate(_ context: PluginContext) {}
}
