import Foundation
import HostRuntime
import HostTestKit
import Testing

@testable import SalePlugin

/// Shows an empty advertisement as long as it runs, with what others offer for it.
@MainActor private final class Advertisement: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "advertisement", name: "Advertisement", version: "1.0.0")
    private var ornaments: OrnamentStack?

    func activate(_ context: PluginContext) {
        context.bus.observe(DidFinishLaunching.self) { [weak self] _ in
            let window = context.windows.make(title: "advertisement", level: .statusBar, root: View())
            window.show()
            self?.ornaments = context.windows.showOrnaments(on: "splash-ad", above: window)
            self?.ornaments?.arrange(in: window.frame)
        }
    }
}

@MainActor @Suite struct SaleTests {
    private func launched(firstDay: PlainValue, at date: String) async throws -> TestHost {
        let host = TestHost(
            plugins: [Sale.self, Advertisement.self],
            date: try Date(date, strategy: .iso8601),
            configuration: HostConfiguration(["sale": ["first-day": firstDay]])
        )
        await host.launch()
        return host
    }

    @Test func `the days are counted on an advertisement, and one less from midnight on`() async throws {
        let host = try await launched(firstDay: "2026-12-24", at: "2026-12-15T23:59:00Z")

        let evening = host.frame.contains("9 days to the sale")
        await host.advance(by: .seconds(60))

        #expect(evening)
        #expect(host.frame.contains("8 days to the sale"))
    }

    @Test(arguments: [
        ("2026-12-01", "23 days to the sale"), ("2026-12-23", "1 day to the sale"),
        ("2026-12-24", "The sale has begun"),
    ])
    func `the command returns the same`(day: String, text: String) async throws {
        let host = try await launched(firstDay: "2026-12-24", at: "\(day)T12:00:00Z")

        #expect(try await host.run("sale.days") == text)
        #expect(host.frame.contains(text))
    }

    @Test func `a setting that is no day is an error, and nothing is on the advertisement`() async throws {
        let host = try await launched(firstDay: "soon", at: "2026-12-15T12:00:00Z")

        #expect(!host.frame.contains("sale"))
        #expect(host.events.contains { $0.contains("is a day such as 2026-12-24, not 'soon'") })
    }

    @Test func `what it shows ends with it`() async throws {
        let host = try await launched(firstDay: "2026-12-24", at: "2026-12-15T12:00:00Z")

        try host.app.plugins.disable("sale")
        await host.advance(by: .seconds(1))

        #expect(host.visibleWindows == ["page", "advertisement"])
    }
}
