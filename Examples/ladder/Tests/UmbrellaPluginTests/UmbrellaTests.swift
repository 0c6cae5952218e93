import Forecasts
import HostRuntime
import HostTestKit
import Testing

@testable import UmbrellaPlugin
@testable import WeatherPlugin

@MainActor @Suite struct UmbrellaTests {
    @Test func `the answer follows the forecast of the other plugin`() async throws {
        let host = TestHost(plugins: [Umbrella.self, Weather.self])
        await host.launch()

        let first = try await host.run("umbrella.ask")
        try await host.run("weather.change")
        let second = try await host.run("umbrella.ask")

        #expect([first, second] == ["No, leave it at home.", "Yes, take it with you."])
    }

    @Test func `without the other plugin nobody knows`() async throws {
        let host = TestHost(plugins: [Umbrella.self])
        await host.launch()

        #expect(try await host.run("umbrella.ask") == "Nobody knows the weather.")
    }

    @Test func `a test provides a forecast of its own`() async throws {
        let host = TestHost(plugins: [Umbrella.self])
        try host.app.services.provide({ .rain }, for: Forecast.service)
        await host.launch()

        #expect(try await host.run("umbrella.ask") == "Yes, take it with you.")
    }
}
