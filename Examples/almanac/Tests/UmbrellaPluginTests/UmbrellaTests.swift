import Forecasts
import HostRuntime
import HostTestKit
import Testing

@testable import UmbrellaPlugin

@MainActor @Suite struct UmbrellaTests {
    @Test func `the answer follows the forecast`() async throws {
        var forecast = Forecast.sunshine
        let host = TestHost(plugins: [Umbrella.self])
        try host.app.services.provide({ forecast }, for: Forecast.service)
        await host.launch()

        let first = try await host.run("umbrella.ask")
        forecast = .rain
        let second = try await host.run("umbrella.ask")

        #expect([first, second] == ["No, leave it at home.", "Yes, take it with you."])
    }

    @Test func `without a forecast nobody knows`() async throws {
        let host = TestHost(plugins: [Umbrella.self])
        await host.launch()

        #expect(try await host.run("umbrella.ask") == "Nobody knows the weather.")
    }
}
