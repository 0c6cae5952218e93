import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

/// Plugins that are enabled again and again: the host comes to an end.
@MainActor @Suite(.serialized, .tags(.plugins)) struct PluginRestartLimitTests {
    @Test
    func `a plugin that lacks a service stays failed after eight activations, however often an observer enables it`()
        async throws
    {
        let host = TestHost(plugins: [EmptyProvider.self, Needy.self])
        var enabled = 0
        let subscription = host.app.bus.observe(PluginStateDidChange.self) { message in
            // Without the limit, the launch would not come to an end.
            guard message.id == "needy", message.state.name == "failed", enabled < 50 else { return }
            enabled += 1
            try host.app.plugins.enable("needy")
        }

        await host.launch()

        #expect(host.app.plugins.state(of: "needy")?.reason?.contains("8 times in a row") == true)
        #expect(enabled <= 9)
        #expect(host.app.plugins.activeIDs == ["empty"])
        subscription.cancel()
    }

    @Test func `a plugin that an observer enables after each failure stays failed after eight activations`()
        async throws
    {
        let host = TestHost(plugins: [Alpha.self, Restless.self])
        Restless.begin { _ in throw PluginComplaint(description: "no luck") }
        let subscription = host.app.bus.observe(PluginStateDidChange.self) { message in
            if message.id == "restless", message.state.name == "failed" { try host.app.plugins.enable("restless") }
        }

        await host.launch()

        #expect(Restless.activations == 8)
        let state = try #require(host.app.plugins.state(of: "restless"))
        #expect(state.name == "failed")
        #expect(state.reason?.contains("8 times in a row") == true)
        #expect(host.events.count { $0.hasPrefix("error  restless  no luck") } == 8)
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

    @Test func `a plugin that disables and enables itself stays failed after eight activations`() async throws {
        let host = TestHost(plugins: [Restless.self])
        Restless.begin { _ in try host.app.plugins.disable("restless") }
        Restless.atEnd = { try? host.app.plugins.enable("restless") }

        await host.launch()

        #expect(Restless.activations == 8)
        #expect(host.app.plugins.state(of: "restless")?.name == "failed")
    }

    @Test func `each change by hand resets the limit of activations`() async throws {
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
}

// MARK: - Fixtures

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
