import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

/// What a plugin has acquired ends with it.
@MainActor @Suite(.serialized, .tags(.plugins)) struct PluginReleaseTests {
    @Test func `what was acquired before a throw from activate is released, the last first`() async {
        let host = TestHost(plugins: [HalfDone.self])

        await host.launch()

        #expect(host.app.commands["half-done.command"] == nil)
        #expect(host.app.windows.windows.map(\.title) == ["page"])
        #expect(host.app.bus.observers().isEmpty)
        #expect(HalfDone.releases == ["last window", "first window"])
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

/// A view that calls a closure when it's released.
private final class Note: View {
    private let onRelease: @MainActor () -> Void

    init(onRelease: @escaping @MainActor () -> Void) {
        self.onRelease = onRelease
    }

    isolated deinit { onRelease() }
}

/// Acquires some things, and fails.
private final class HalfDone: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "half-done", name: "Half done", version: "1")
    static var releases: [String] = []

    func activate(_ context: PluginContext) throws {
        HalfDone.releases = []
        context.bus.observe(DidBecomeActive.self) { _ in }
        for text in ["first window", "last window"] {
            let note = Note { HalfDone.releases.append(text) }
            context.windows.make(title: text, level: .normal, root: note).show()
        }
        try context.commands.offer(Command(id: "half-done.command", title: "Never") { _ in nil })
        throw PluginComplaint(description: "no luck")
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
            let note = Note { Hoarder.releases.append(text) }
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
        try context.services.provide(Forecast(), for: Forecast.key)
        context.tasks.start {
            defer { Hoarder.releases.append("task") }
            try await context.time.sleep(for: .seconds(60))
            _ = self
        }
    }
}
