import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

/// Production, which has to be confirmed and looks like a warning.
@MainActor @Suite struct ProductionTests {
    @Test func `production's badge is red`() async throws {
        let host = try await TestHost.shop()

        try await host.run("environment.switch", ["environment": "production"])
        for key in ["right", "enter"] { await host.key(key) }

        // Reversed, to stand out without colors too.
        let badge = try #require(host.cell(of: "PRODUCTION"))
        #expect(host.frame.cell(at: badge)?.style.background == ShopEnvironment.production.badge.foreground)
        #expect(ShopEnvironment.production.badge.attributes.contains(.reverse))
    }

    @Test func `a command that asks a question shows no result`() async throws {
        let host = try await TestHost.shop()

        #expect(try await host.run("environment.switch", ["environment": "production"]) == nil)

        #expect(host.frame.contains("Switch to production?"))
        #expect(!host.frame.contains("✓"))
    }
}
