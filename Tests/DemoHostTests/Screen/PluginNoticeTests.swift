import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

/// The notice about plugins that can't run, in the shop's status line.
@MainActor @Suite struct PluginNoticeTests {
    private func shop(_ plugins: [any HostPlugin.Type], width: Int = 80) async throws -> TestHost {
        let host = try TestHost(
            plugins: plugins,
            size: Size(width: width, height: 24),
            program: { try DemoHost(host: $0) }
        )
        await host.launch()
        return host
    }

    private func status(_ host: TestHost) -> String { host.frame.line(23) }

    @Test func `without a problem the status line shows the keys alone`() async throws {
        let host = try await shop([Sound.self])

        #expect(!status(host).contains("✕"))
    }

    @Test func `a plugin that failed is named in the status line, beside the keys`() async throws {
        let host = try await shop([Failing.self, Sound.self])

        #expect(status(host).hasSuffix("✕ failing failed"))
        #expect(status(host).contains("enter"))
        #expect(status(host).contains("q quit"))
    }

    @Test func `a plugin that is blocked is named in the status line until it runs`() async throws {
        let host = try await shop([Waiting.self])
        let before = status(host)

        try host.app.services.provide(1, for: ServiceKey<Int>("number"))
        try host.app.plugins.disable("waiting")
        try host.app.plugins.enable("waiting")
        await host.advance(by: .seconds(1))

        #expect(before.hasSuffix("✕ waiting is blocked"))
        #expect(!status(host).contains("✕"))
    }

    @Test func `a second plugin with an id is no problem of the first one`() async throws {
        let host = try await shop([Sound.self, Twin.self])

        #expect(status(host).hasSuffix("✕ sound is there twice"))
        #expect(host.app.plugins.state(of: "sound") == .active)
    }

    @Test func `of several plugins that can't run the status line tells the number`() async throws {
        let host = try await shop([Failing.self, Waiting.self])

        #expect(status(host).hasSuffix("✕ 2 plugins can't run"))
    }

    @Test func `the reason for a plugin that fails while the shop runs is shown before the notice`() async throws {
        let host = try await shop([Failing.self])

        try host.app.plugins.enable("failing")
        await host.advance(by: .seconds(1))
        let first = status(host)
        await host.advance(by: .seconds(4))

        #expect(first.contains("✕ failing failed: Broken()"))
        #expect(status(host).hasSuffix("✕ failing failed"))
    }

    @Test func `on a narrow screen the key that quits goes before the notice`() async throws {
        let host = try await shop([Failing.self], width: 20)

        #expect(status(host).contains("q quit"))
    }
}

// MARK: - Fixtures

private struct Broken: Error {}

private final class Sound: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "sound", name: "Sound", version: "1")
    func activate(_ context: PluginContext) {}
}

private final class Twin: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "sound", name: "Another sound", version: "1")
    func activate(_ context: PluginContext) {}
}

private final class Failing: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "failing", name: "Failing", version: "1")
    func activate(_ context: PluginContext) throws { throw Broken() }
}

private final class Waiting: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "waiting",
        name: "Waiting",
        version: "1",
        requires: ["number"]
    )
    func activate(_ context: PluginContext) {}
}
