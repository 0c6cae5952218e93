import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

/// Pages and dialogs that are open while the shop changes.
@MainActor @Suite struct ShopRefreshTests {
    // MARK: - Logged out

    @Test(arguments: [
        ("page.basket", "Log in to order."), ("page.orders", "Log in to see your orders."),
        ("page.account", "Log in to order, and to see your orders."),
    ])
    func `a page that needs a login says so, with the key`(command: String, text: String) async throws {
        let host = try await TestHost.shop()

        try await host.run(command)

        #expect(host.frame.contains(text))
        #expect(host.frame.contains("Press  l  to log in."))
    }

    @Test(arguments: ["page.basket", "page.orders", "page.account"])
    func `an open page that needs a login follows the session`(command: String) async throws {
        let host = try await TestHost.shop()
        try await host.run(command)

        try await host.logIn()
        #expect(!host.frame.contains("to log in."))
        try await host.run("session.logout")

        #expect(host.frame.contains("to log in."))
    }

    @Test func `the open page of orders follows the environment and the shop`() async throws {
        let host = try await TestHost.shop()
        try await host.run("page.orders")
        try await host.logIn()
        #expect(host.frame.contains("× Sourdough loaf"))

        try await host.run("shop.switch", ["shop": "harbour"])
        #expect(host.frame.contains("× Atlas of small islands"))
        try await host.run("environment.switch", ["environment": "staging"])

        #expect(!host.frame.contains("× Atlas"))
    }

    @Test(arguments: [(40, 12), (24, 8), (30, 5), (80, 10)])
    func `the key that logs in is shown at small sizes too`(width: Int, height: Int) async throws {
        let host = try await TestHost.shop(size: Size(width: width, height: height))

        await host.key("o")

        #expect(host.frame.contains("Press  l"))
    }

    // MARK: - Dialogs

    @Test(arguments: [
        ("s", "shop.switch", ["shop": "harbour"] as [String: PlainValue], "Harbour Books ✓"),
        ("e", "environment.switch", ["environment": "staging"], "staging ✓"),
    ])
    func `an open dialog shows a choice made elsewhere`(
        key: String,
        command: String,
        values: [String: PlainValue],
        row: String
    ) async throws {
        let host = try await TestHost.shop()
        await host.key(key)
        #expect(!host.frame.contains(row))

        try await host.run(command, values)

        #expect(host.keyWindow == command)
        #expect(host.frame.contains(row))
    }

    @Test func `a choice made elsewhere leaves the selected row`() async throws {
        let host = try await TestHost.shop()
        for key in ["s", "end"] { await host.key(key) }

        try await host.run("shop.switch", ["shop": "harbour"])
        await host.key("enter")

        #expect(host.frame.contains("◆ Night Bakery"))
    }

    @Test(arguments: [
        ("shop.switch", ["shop": "harbour"] as [String: PlainValue]),
        ("environment.switch", ["environment": "staging"]),
    ])
    func `a product's alert closes with its shop and its environment`(
        command: String,
        values: [String: PlainValue]
    ) async throws {
        let host = try await TestHost.shop()
        try await host.run("product.show", ["product": "oil"])

        try await host.run(command, values)

        #expect(host.visibleWindows == ["shop"])
    }

    @Test func `a product's alert follows the basket`() async throws {
        let host = try await TestHost.shop()
        try await host.run("product.show", ["product": "jam"])

        for _ in 0..<2 { try await host.run("basket.add", ["product": "jam"]) }
        #expect(host.frame.contains("In the basket   2"))
        #expect(host.frame.contains("Add to basket"))
        try await host.run("basket.add", ["product": "jam"])
        #expect(host.frame.contains("There is no more Fig and walnut jam: all 3"))
        await host.key("enter")

        #expect(host.visibleWindows == ["shop"])
    }

    @Test func `the login sheet closes after a login elsewhere, and with its environment`() async throws {
        let host = try await TestHost.shop()

        await host.key("l")
        try await host.run("environment.switch", ["environment": "staging"])
        #expect(host.visibleWindows == ["shop"])
        await host.key("l")
        try await host.logIn()

        #expect(host.visibleWindows == ["shop"])
    }

    @Test func `a question about a switch closes when the environment changes`() async throws {
        let host = try await TestHost.shop()
        try await host.run("environment.switch", ["environment": "production"])

        try await host.run("environment.switch", ["environment": "staging"])

        #expect(host.visibleWindows == ["shop"])
    }

    @Test(arguments: ["session.logout", "environment.switch", "shop.switch"])
    func `a question about an order closes when session, environment or shop change`(command: String) async throws {
        let host = try await TestHost.shop()
        try await host.goToProduction()
        try await host.logIn()
        try await host.run("basket.add", ["product": "oil"])
        try await host.run("order.place")
        #expect(host.keyWindow == "confirm")

        let values: [String: [String: PlainValue]] = [
            "environment.switch": ["environment": "staging"], "shop.switch": ["shop": "fern"],
        ]
        try await host.run(command, values[command] ?? [:])

        #expect(host.visibleWindows == ["shop"])
    }

    @Test func `the alert about a shop closes with the shop`() async throws {
        let host = try await TestHost.shop()
        try await host.run("shop.about")

        try await host.run("shop.switch", ["shop": "fern"])

        #expect(host.visibleWindows == ["shop"])
    }

    // MARK: - The badge

    @Test func `production's badge is filled with the warning color, and the others are quiet`() {
        let others = [ShopEnvironment.development, .staging]

        #expect(ShopEnvironment.production.badge.attributes.contains(.bold))
        #expect(Set(others.map(\.badge.background)).count == 1)
        #expect(others.allSatisfy { $0.badge.background != ShopEnvironment.production.badge.background })
        #expect(others.allSatisfy { !$0.badge.attributes.contains(.bold) })
    }
}
