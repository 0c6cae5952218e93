import Forecasts
import HostRuntime
import HostTestKit
import Testing

@testable import WeatherPlugin

@MainActor @Suite struct WeatherTests {
    @Test func `the command changes the forecast for everyone who asks`() async throws {
        let host = TestHost(plugins: [Weather.self])
        let forecast = host.app.services.reference(to: Forecast.service)
        await host.launch()

        let first = forecast.value?()
        try await host.run("weather.change")

        #expect([first, forecast.value?()] == [.sunshine, .rain])
    }
}
