// A plugin that says as soon as its code runs.

import HostRuntime

@section(".init_array") @used let load: LoadHook = { Changed.load() }

@MainActor final class Changed: HostPlugin {
    nonisolated static let manifest = {
        print("CODE RUNS")
        return PluginManifest(id: "changed", name: "Changed", version: "1")
    }()

    func activate(_ context: PluginContext) throws {}
}
