import HostTestKit

@testable import HostRuntime

// Plugins that several suites use.

final class Alpha: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "alpha", name: "Alpha", version: "1")
    func activate(_ context: PluginContext) {}
}

final class Beta: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "beta", name: "Beta", version: "1")
    func activate(_ context: PluginContext) {}
}

final class Needy: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "needy", name: "Needy", version: "1", requires: ["weather"])
    func activate(_ context: PluginContext) {}
}

/// Provides the service that `Needy` requires.
final class Provider: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "provider",
        name: "Provider",
        version: "1",
        provides: ["weather"]
    )

    func activate(_ context: PluginContext) throws {
        try context.services.provide(Forecast(), for: Forecast.key)
    }
}

/// A service that is another object for each instance of its provider.
final class Forecast: Sendable {
    static let key = ServiceKey<Forecast>("weather")
}

/// Announces the service and doesn't provide it.
final class EmptyProvider: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "empty", name: "Empty", version: "1", provides: ["weather"])
    func activate(_ context: PluginContext) {}
}

/// An error with a text.
struct PluginComplaint: Error, CustomStringConvertible {
    let description: String
}
