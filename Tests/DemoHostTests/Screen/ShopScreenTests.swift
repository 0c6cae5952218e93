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

    // MARK: - The keyboard

    @Test func `arrows move to the navigation and back to the page`() async throws {
        let host = try await TestHost.shop()

        for key in ["left", "down", "enter"] { await host.key(key) }
        #expect(host.frame.contains("Nothing in it yet"))
        for key in ["left", "up", "enter", "down", "enter"] { await host.key(key) }

        #expect(host.keyWindow == "product")
        #expect(host.frame.contains("Early harvest"))
    }

    @Test func `tab goes through all controls and back to the first`() async throws {
        let host = try await TestHost.shop()

        for _ in 0..<8 { await host.key("tab") }
        await host.key("enter")

        #expect(host.keyWindow == "product")
    }

    @Test func `the wheel scrolls the list`() async throws {
        let host = try await TestHost.shop(size: Size(width: 40, height: 12))
        #expect(!host.frame.contains("Long matches"))

        await host.wheel(10, at: Point(x: 10, y: 6))
        await host.advance(by: .seconds(1))

        #expect(host.frame.contains("Long matches"))
    }
}
