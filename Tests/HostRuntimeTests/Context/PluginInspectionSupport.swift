import HostTestKit
import Testing

@testable import HostRuntime

/// A plugin whose context a test uses.
@MainActor final class Watcher: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "watcher",
        name: "Watcher",
        version: "1",
        provides: [Watcher.key.name]
    )
    // A service and not a static property: suites run side by side.
    nonisolated static let key = ServiceKey<PluginContext>("watcher.context")

    func activate(_ context: PluginContext) throws {
        try context.services.provide(context, for: Watcher.key)
    }

    /// Launches a host with a watcher, and returns its context too.
    static func launched(
        configuration: HostConfiguration = HostConfiguration()
    ) async throws -> (TestHost, PluginContext) {
        let host = TestHost(plugins: [Watcher.self], configuration: configuration)
        await host.launch()
        return (host, try context(in: host))
    }

    /// Returns the context of the watcher that runs in a host.
    static func context(in host: TestHost) throws -> PluginContext {
        try #require(host.app.services.reference(to: key).value, "The watcher doesn't run.")
    }
}
