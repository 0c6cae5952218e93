import Forecasts
import HostRuntime

@section(".init_array") @used let load: LoadHook = { Weather.load() }

/// Provides the forecast, which changes by a command.
@MainActor final class Weather: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "weather",
        name: "Weather",
        version: "1.0.0",
        provides: [Forecast.service.name]
    )

    func activate(_ context: PluginContext) throws {
        var forecast = Forecast.sunshine
        try context.services.provide({ forecast }, for: Forecast.service)
        try context.commands.offer(
            Command(id: "weather.change", title: "Change the weather") { _ in
                forecast = forecast == .rain ? .sunshine : .rain
                return "The forecast is \(forecast)."
            }
        )
    }
}
