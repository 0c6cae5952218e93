import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

@MainActor @Suite struct OrdersPageTests {
    @Test func `the page of orders offers the login that it needs`() async throws {
        let host = try await TestHost.shop()

        await host.key("o")
        #expect(!host.frame.contains("#1042"))
        await host.key("enter")
        #expect(host.keyWindow == "login")
        await host.type("912345678")
        await host.key("enter")
        await host.type("sesame")
        await host.key("enter")

        #expect(host.keyWindow == "shop")
        #expect(host.frame.contains("#1042"))
    }

    @Test func `an order can be placed with the keyboard alone`() async throws {
        let host = try await TestHost.shop()
        try await host.logIn()

        for key in ["enter", "enter", "b", "enter"] { await host.key(key) }

        #expect(host.frame.contains("#1043  1 × Sourdough loaf"))
    }

    @Test func `production asks before an order is placed, and enter alone places nothing`() async throws {
        let host = try await TestHost.shop()
        try await host.goToProduction()
        try await host.logIn()
        try await host.run("basket.add", ["product": "oil"])

        for key in ["b", "enter"] { await host.key(key) }
        #expect(host.keyWindow == "confirm")
        #expect(host.frame.contains("€11.90 of real money"))
        await host.key("enter")

        #expect(host.keyWindow == "shop")
        #expect(!host.frame.contains("Placed"))
        #expect(host.frame.contains("1 × Olive oil, 0.5 l"))
    }

    @Test func `an order in production is placed once confirmed`() async throws {
        let host = try await TestHost.shop()
        try await host.goToProduction()
        try await host.logIn()
        try await host.run("basket.add", ["product": "oil"])

        for key in ["b", "enter", "right", "enter"] { await host.key(key) }

        #expect(host.frame.contains("✓ Placed order #1001 for €11.90."))
    }

    @Test func `an answer places only the order in the question`() async throws {
        let host = try await TestHost.shop()
        try await host.goToProduction()
        try await host.logIn()
        try await host.run("basket.add", ["product": "oil"])
        try await host.run("order.place")
        #expect(host.frame.contains("€11.90 of real money"))
        try await host.run("basket.add", ["product": "loaf"])

        for key in ["right", "enter"] { await host.key(key) }

        #expect(host.frame.contains("✕ The basket has changed since the question. Place the order again."))
        #expect(host.frame.contains("2 in the basket, €16.40"))
        #expect(host.keyWindow == "shop")
    }

    @Test func `an order that cannot be placed is not asked about`() async throws {
        let host = try await TestHost.shop()
        try await host.goToProduction()

        await #expect(throws: (any Error).self) { try await host.run("order.place") }

        #expect(host.keyWindow == "shop")
    }

    @Test func `enter on an order shows it until it is gone`() async throws {
        let host = try await TestHost.shop()
        try await host.logIn()
        await host.key("o")
        await host.advance(by: .seconds(4))
        #expect(host.frame.line(23).hasPrefix("  enter open"))

        for key in ["down", "enter"] { await host.key(key) }
        #expect(host.keyWindow == "order")
        for text in ["Order #1041", "4 × Sardines in tomato", "€12.80", "packed"] {
            #expect(host.frame.contains(text), "\(text)")
        }
        try await host.run("session.logout")

        #expect(host.keyWindow == "shop")
    }

    @Test func `orders are shown to a merchant only`() async throws {
        let host = try await TestHost.shop()

        await #expect(throws: (any Error).self) { try await host.run("order.show", ["order": "1041"]) }

        #expect(host.visibleWindows == ["shop"])
    }

    @Test(arguments: [80, 50, 40])
    func `price and state of an order are whole at any width, and its products are cut`(width: Int) async throws {
        let host = try await TestHost.shop(size: Size(width: width, height: 24))
        try await host.logIn()

        await host.key("o")

        let line = try #require((0..<24).map { host.frame.line($0) }.first { $0.contains("#1038") })
        #expect(line.contains("… "))
        #expect(line.contains("delivered"))
        #expect(line.contains("€9.00"))
    }
}
