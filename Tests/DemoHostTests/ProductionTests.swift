import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

/// Production, which has to be confirmed and looks like a warning.
@MainActor @Suite struct ProductionTests {
    @Test func `switching to production asks first, and enter alone stays`() async throws {
        let host = try await TestHost.shop()
        try await host.logIn()

        for key in ["e", "end", "enter"] { await host.key(key) }
        #expect(host.keyWindow == "confirm")
        #expect(host.app.windows.keyWindow?.level == .alert)
        await host.key("enter")

        #expect(host.frame.contains(" DEVELOPMENT "))
        #expect(host.frame.contains("merchant 5678"))
    }

    @Test func `production is reached after a confirmation, and logs out`() async throws {
        let host = try await TestHost.shop()
        try await host.logIn()

        try await host.run("environment.switch", ["environment": "production"])
        #expect(await host.tap("Switch to production  "))

        #expect(host.keyWindow == "shop")
        #expect(host.frame.contains(" PRODUCTION "))
        #expect(host.frame.contains("Now in production. Log in again."))
        #expect(host.events.contains("environment changed  production"))
    }

    @Test func `production's badge is red`() async throws {
        let host = try await TestHost.shop()

        try await host.run("environment.switch", ["environment": "production"])
        for key in ["right", "enter"] { await host.key(key) }

        // Reversed, to stand out without colors too.
        let badge = try #require(host.cell(of: "PRODUCTION"))
        #expect(host.frame.cell(at: badge)?.style.background == ShopEnvironment.production.badge.foreground)
        #expect(ShopEnvironment.production.badge.attributes.contains(.reverse))
    }

    @Test func `a toast with production in it has the warning color`() async throws {
        let host = try await TestHost.shop()

        try await host.run("environment.switch", ["environment": "production"])
        for key in ["right", "enter"] { await host.key(key) }

        let name = try #require(host.cell(of: "production."))
        #expect(host.frame.cell(at: name)?.style.foreground == Theme.danger)
    }

    @Test func `a command that asks a question shows no result`() async throws {
        let host = try await TestHost.shop()

        #expect(try await host.run("environment.switch", ["environment": "production"]) == nil)

        #expect(host.frame.contains("Switch to production?"))
        #expect(!host.frame.contains("✓"))
    }
}
