import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.plugins)) struct LeakCheckTests {
    private func entries(_ host: TestHost) -> [String] {
        host.events.filter { $0.hasPrefix("warning  cling  ") || $0.hasPrefix("error  cling  ") }
    }

    @Test func `an instance that keeps itself after its plugin's end is reported as leaked`() async throws {
        let host = TestHost(plugins: [Keeping.self])
        await host.launch()

        try host.app.plugins.disable("cling")
        await host.advance(by: .seconds(4.9))
        #expect(entries(host).isEmpty)
        await host.advance(by: .seconds(0.1))

        #expect(
            entries(host) == [
                "warning  cling  is leaked: its instance is still in memory 5 s after its end; "
                    + "a closure or an object that it keeps references it, so capture it there with [weak self]"
            ]
        )
        #expect(!host.hasPendingTimers)
    }

    @Test func `an instance that its cancelled task releases is not a leak`() async throws {
        let host = TestHost(plugins: [Working.self])
        await host.launch()

        try host.app.plugins.disable("cling")
        await host.advance(by: .seconds(6))

        #expect(entries(host).isEmpty)
    }

    private final class Keeping: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "cling", name: "Cling", version: "1")
        private var keeper: Keeping?
        func activate(_ context: PluginContext) { keeper = self }
    }

    private final class Working: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "cling", name: "Cling", version: "1")
        func activate(_ context: PluginContext) {
            context.tasks.start {
                try await context.time.sleep(for: .seconds(60))
                _ = self
            }
        }
    }
}
