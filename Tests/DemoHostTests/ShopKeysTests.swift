import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

/// The shop's keys and buttons, which all run commands.
@MainActor @Suite struct ShopKeysTests {
    /// Returns the ids of the commands that have ended since the last call.
    private func commands(_ host: TestHost) -> [String] {
        host.drainEvents().compactMap { event in
            let words = event.split(separator: " ")
            return event.hasPrefix("command ") ? words.count > 2 ? String(words[2]) : nil : nil
        }
    }

    @Test(arguments: [
        ("h", "page.home"), ("b", "page.basket"), ("o", "page.orders"), ("a", "page.account"), ("1", "page.home"),
        ("2", "page.basket"), ("3", "page.orders"), ("4", "page.account"), ("?", "shop.help"), ("l", "session.toggle"),
        ("s", "shop.choose"),
        ("e", "environment.choose"), ("enter", "product.show"),
    ])
    func `a key runs a command`(key: String, command: String) async throws {
        let host = try await TestHost.shop()

        await host.key(key)

        #expect(commands(host) == [command])
    }

    @Test(arguments: [
        ("h", "Home", "page.home"), ("h", "Basket", "page.basket"), ("h", "Orders", "page.orders"),
        ("h", "Account", "page.account"),
        ("h", "Shop  ", "shop.choose"), ("h", "Environment", "environment.choose"), ("h", "Log in", "session.toggle"),
        ("h", "◆ Corner Shop", "shop.choose"), ("h", "DEVELOPMENT", "environment.choose"),
        ("h", "not logged in", "session.toggle"), ("h", "Lavender honey", "product.show"),
        ("b", " Log in  ", "session.toggle"), ("o", " Log in  ", "session.toggle"),
        ("a", " Log in  ", "session.toggle"), ("a", "Switch shop", "shop.choose"),
        ("a", "Environment  ", "environment.choose"), ("a", "About", "shop.about"),
    ])
    func `a button runs a command`(page: String, button: String, command: String) async throws {
        let host = try await TestHost.shop()
        await host.key(page)
        _ = commands(host)

        #expect(await host.tap(button))

        #expect(commands(host) == [command])
    }

    @Test(arguments: [
        ("s", ["down", "enter"], ["shop.switch"]), ("e", ["down", "enter"], ["environment.switch"]),
        ("enter", ["enter"], ["basket.add"]),
        ("e", ["end", "enter", "right", "enter"], ["environment.switch", "shop.confirm"]),
    ])
    func `a choice in a dialog runs a command`(open: String, keys: [String], ids: [String]) async throws {
        let host = try await TestHost.shop()
        await host.key(open)
        _ = commands(host)

        for key in keys { await host.key(key) }

        #expect(commands(host) == ids)
    }

    @Test(arguments: [("Place order", "order.place"), ("Empty the basket", "basket.clear")])
    func `the buttons of the basket run commands`(button: String, command: String) async throws {
        let host = try await TestHost.shop()
        try await host.logIn()
        try await host.run("basket.add", ["product": "oil"])
        await host.key("b")
        _ = commands(host)

        #expect(await host.tap(button))

        #expect(commands(host) == [command])
    }

    @Test func `the login sheet runs a command`() async throws {
        let host = try await TestHost.shop()
        await host.key("l")
        await host.type("912345678")
        await host.key("enter")
        await host.type("sesame")
        _ = commands(host)

        await host.key("enter")

        #expect(commands(host) == ["session.login"])
    }

    @Test func `an answer without a question is an error`() async throws {
        let host = try await TestHost.shop()
        try await host.run("environment.switch", ["environment": "production"])
        await host.key("escape")

        await #expect(throws: ShopError.nothingAsked) { try await host.run("shop.confirm") }

        #expect(host.frame.contains(" DEVELOPMENT "))
    }

    @Test func `pressing a question's button twice answers once`() async throws {
        let host = try await TestHost.shop()
        try await host.run("environment.switch", ["environment": "production"])
        await host.key("right")
        _ = commands(host)

        await host.type("  ")

        #expect(commands(host) == ["shop.confirm"])
        #expect(host.frame.contains("✓ Now in production."))
    }
}
