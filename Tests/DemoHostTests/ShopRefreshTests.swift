import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

/// What is on the screen while the shop changes under it.
@MainActor @Suite struct ShopRefreshTests {
    // MARK: - Logged out

    @Test(arguments: [("page.orders", "Orders are for merchants only."), ("page.account", "to place them.")])
    func `a page that needs a login says so, and which key logs in`(command: String, text: String) async throws {
        let host = try await TestHost.shop()

        try await host.run(command)

        #expect(host.frame.contains(text))
        #expect(host.frame.contains("Press  l  to log in."))
    }

    @Test(arguments: ["page.orders", "page.account"])
    func `a page that needs a login follows the session while it is seen`(command: String) async throws {
        let host = try await TestHost.shop()
        try await host.run(command)

        try await host.logIn()
        #expect(!host.frame.contains("to log in."))
        try await host.run("session.logout")

        #expect(host.frame.contains("to log in."))
    }

    @Test func `orders follow the environment and the shop while they are seen`() async throws {
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
    func `the key that logs in is seen at small sizes too`(width: Int, height: Int) async throws {
        let host = try await TestHost.shop(size: Size(width: width, height: height))

        await host.key("o")

        #expect(host.frame.contains("Press  l"))
    }

    // MARK: - Dialogs

    @Test(arguments: [
        ("s", "shop.switch", ["shop": "harbour"] as [String: PlainValue], "Harbour Books ✓"),
        ("e", "environment.switch", ["environment": "staging"], "staging ✓"),
    ])
    func `an open picker shows a choice that somebody else has made`(
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

    @Test func `whoever was about to choose a row still is`() async throws {
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

    @Test func `a product's alert follows the order`() async throws {
        let host = try await TestHost.shop()
        try await host.run("product.show", ["product": "jam"])

        for _ in 0..<2 { try await host.run("order.add", ["product": "jam"]) }
        #expect(host.frame.contains("In the order   2"))
        #expect(host.frame.contains("Add to order"))
        try await host.run("order.add", ["product": "jam"])
        await host.key("enter")

        #expect(host.visibleWindows == ["shop"])
    }

    @Test func `the login's sheet closes when somebody is logged in, and when its environment is left`() async throws {
        let host = try await TestHost.shop()

        await host.key("l")
        try await host.run("environment.switch", ["environment": "staging"])
        #expect(host.visibleWindows == ["shop"])
        await host.key("l")
        try await host.logIn()

        #expect(host.visibleWindows == ["shop"])
    }

    @Test func `a question about a switch is void when the environment has changed`() async throws {
        let host = try await TestHost.shop()
        try await host.run("environment.switch", ["environment": "production"])

        try await host.run("environment.switch", ["environment": "staging"])

        #expect(host.visibleWindows == ["shop"])
    }

    @Test(arguments: ["session.logout", "environment.switch", "shop.switch"])
    func `a question about an order is void when who or where has changed`(command: String) async throws {
        let host = try await TestHost.shop()
        try await host.goToProduction()
        try await host.logIn()
        try await host.run("order.add", ["product": "oil"])
        try await host.run("order.place")
        #expect(host.keyWindow == "confirm")

        let values: [String: [String: PlainValue]] = [
            "environment.switch": ["environment": "staging"], "shop.switch": ["shop": "fern"],
        ]
        try await host.run(command, values[command] ?? [:])

        #expect(host.visibleWindows == ["shop"])
    }

    @Test func `what the shop says of itself closes with the shop`() async throws {
        let host = try await TestHost.shop()
        try await host.run("shop.about")

        try await host.run("shop.switch", ["shop": "fern"])

        #expect(host.visibleWindows == ["shop"])
    }

    // MARK: - The badge

    @Test func `production's badge is filled with its warning, the others are quiet`() {
        let others = [ShopEnvironment.development, .staging]

        #expect(ShopEnvironment.production.badge.attributes.contains(.bold))
        #expect(Set(others.map(\.badge.background)).count == 1)
        #expect(others.allSatisfy { $0.badge.background != ShopEnvironment.production.badge.background })
        #expect(others.allSatisfy { !$0.badge.attributes.contains(.bold) })
    }
}
