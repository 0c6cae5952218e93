import Forecasts
import HostRuntime

@section(".init_array") @used let load: LoadHook = { Umbrella.load() }

/// Says whether to take an umbrella, if there is a forecast.
@MainActor final class Umbrella: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "umbrella", name: "Umbrella", version: "1.0.0")

    func activate(_ context: PluginContext) throws {
        let forecast = context.services.reference(to: Forecast.service)
        try context.commands.offer(
            Command(id: "umbrella.ask", title: "Do I need an umbrella?") { _ in
                switch forecast.value?() {
                case .rain: "Yes, take it with you."
                case .sunshine: "No, leave it at home."
                case nil: "Nobody knows the weather."
                }
            }
        )
    }
}
