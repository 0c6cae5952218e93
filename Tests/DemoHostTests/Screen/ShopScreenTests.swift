import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

@MainActor @Suite struct ShopScreenTests {
    @Test func `the shop's window is key at the start, at level normal`() async throws {
        let host = try await TestHost.shop()

        #expect(host.visibleWindows == ["shop"])
        #expect(host.keyWindow == "shop")
        #expect(host.app.windows.keyWindow?.level == .normal)
    }

    @Test(arguments: [
        ("h", "Products"), ("o", "of Corner Shop"), ("a", "Merchant"), ("2", "of Corner Shop"), ("3", "Merchant"),
    ])
    func `a key opens its page`(key: String, text: String) async throws {
        let host = try await TestHost.shop()

        await host.key(key)

        #expect(host.frame.contains(text))
    }

    @Test(arguments: [("Orders", "of Corner Shop"), ("Account", "Merchant"), ("Home", "in stock")])
    func `a tap on the navigation opens its page`(entry: String, text: String) async throws {
        let host = try await TestHost.shop()

        #expect(await host.tap(entry))

        #expect(host.frame.contains(text))
    }

    @Test(arguments: [
        ("l", "login"), ("s", "shop.switch"), ("e", "environment.switch"), ("?", "help"),
    ])
    func `a key opens its dialog, and escape gives the keyboard back`(key: String, title: String) async throws {
        let host = try await TestHost.shop()

        await host.key(key)
        #expect(host.keyWindow == title)
        await host.key("escape")

        #expect(host.keyWindow == "shop")
        #expect(host.visibleWindows == ["shop"])
    }

    @Test(arguments: [
        ("Corner Shop", "shop.switch"), ("DEVELOPMENT", "environment.switch"), ("not logged in", "login"),
        ("Environment", "environment.switch"), ("Log in", "login"),
    ])
    func `a tap on a name opens the dialog to change it`(text: String, title: String) async throws {
        let host = try await TestHost.shop()

        #expect(await host.tap(text))

        #expect(host.keyWindow == title)
    }

    // MARK: - The keyboard

    @Test func `arrows move to the navigation and back to the page`() async throws {
        let host = try await TestHost.shop()

        for key in ["left", "down", "enter"] { await host.key(key) }
        #expect(host.frame.contains("of Corner Shop"))
        for key in ["left", "up", "enter", "down", "enter"] { await host.key(key) }

        #expect(host.keyWindow == "product")
        #expect(host.frame.contains("Early harvest"))
    }

    @Test func `tab goes through all controls and back to the first`() async throws {
        let host = try await TestHost.shop()

        for _ in 0..<7 { await host.key("tab") }
        await host.key("enter")

        #expect(host.keyWindow == "product")
    }

    @Test(arguments: [
        ("Log in  ", "login"), ("Switch shop", "shop.switch"), ("Environment  ", "environment.switch"),
        ("About", "about"),
    ])
    func `the account's buttons can be tapped`(button: String, title: String) async throws {
        let host = try await TestHost.shop()
        await host.key("a")

        #expect(await host.tap(button))

        #expect(host.keyWindow == title)
    }

    @Test func `the wheel scrolls the list`() async throws {
        let host = try await TestHost.shop(size: Size(width: 40, height: 12))
        #expect(!host.frame.contains("Long matches"))

        await host.wheel(10, at: Point(x: 10, y: 6))
        await host.advance(by: .seconds(1))

        #expect(host.frame.contains("Long matches"))
    }

    @Test func `q quits`() async throws {
        let host = try await TestHost.shop()

        await host.key("q")

        #expect(host.app.lifecycleState == .terminated)
    }
}
