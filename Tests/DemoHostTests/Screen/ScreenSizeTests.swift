import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

@MainActor @Suite struct ScreenSizeTests {
    @Test(arguments: [(1, 1), (2, 2), (1, 40), (200, 1), (20, 5), (40, 12), (200, 60)])
    func `every page and dialog draws at any size`(width: Int, height: Int) async throws {
        let host = try await TestHost.shop()
        try await host.run("basket.add", ["product": "oil"])
        await host.resize(to: Size(width: width, height: height))

        for key in [
            "h", "b", "o", "a", "l", "escape", "s", "escape", "e", "escape", "?", "escape", "h", "enter", "escape",
        ] {
            await host.key(key)
            #expect(host.frame.size == Size(width: width, height: height))
        }
        try await host.logIn()
        for key in ["b", "o", "a", "h"] { await host.key(key) }
        try await host.run("environment.switch", ["environment": "production"])
        await host.resize(to: Size(width: 80, height: 24))

        #expect(host.keyWindow == "confirm")
        #expect(host.frame.contains("Stay in development"))
    }

    @Test(arguments: [63, 60, 50, 40, 30])
    func `buttons in two lines have a blank line between them`(width: Int) async throws {
        let host = try await TestHost.shop(size: Size(width: width, height: 24))
        let titles = ["Log in", "Switch shop", "Environment", "About"]

        await host.key("a")

        let cells = try titles.map { try #require(host.cell(of: " \($0)")) }
        for (index, cell) in cells.enumerated() {
            for other in cells[(index + 1)...] { #expect(abs(cell.y - other.y) != 1) }
        }
    }

    @Test(arguments: ["h", "b", "o", "a"])
    func `a page looks the same after the screen was larger and smaller`(page: String) async throws {
        let host = try await TestHost.shop()
        try await host.logIn()
        await host.key(page)
        await host.advance(by: .seconds(5))
        let sizes = [(200, 60), (250, 70), (175, 50), (110, 32), (80, 24), (40, 12)]
            .map { Size(width: $0.0, height: $0.1) }

        var first: [String] = []
        for size in sizes {
            await host.resize(to: size)
            first.append(host.frame.text)
        }
        for (size, text) in zip(sizes, first).reversed() {
            await host.resize(to: size)
            #expect(host.frame.text == text)
        }
    }

    @Test(arguments: [(175, 50), (200, 60), (250, 70)])
    func `a wide screen shows the selected product and the basket beside the list`(
        width: Int,
        height: Int
    ) async throws {
        let host = try await TestHost.shop(size: Size(width: width, height: height))
        try await host.run("basket.add", ["product": "oil"])

        let isFirst = host.frame.contains("Two days in the making, gone by noon.")
        await host.key("down")

        #expect(isFirst)
        #expect(host.frame.contains("Early harvest from Alentejo, green and peppery."))
        #expect(host.frame.contains("1 × Olive oil, 0.5 l"))
        #expect(host.frame.contains("Long matches"))
    }

    @Test func `a wide screen shows the selected order beside the list`() async throws {
        let host = try await TestHost.shop(size: Size(width: 200, height: 60))
        try await host.logIn()
        await host.key("o")

        let isFirst = host.frame.contains("Order #1042")
        await host.key("down")

        #expect(isFirst)
        #expect(host.frame.contains("Order #1041"))
    }

    @Test func `tints differ without colors too`() {
        #expect([.good, .caution, .danger].map { (tint: CommandChoice.Tint) in tint.sign } == ["●", "◐", "○"])
    }

    @Test func `an alert stays in the middle when the screen's size changes`() async throws {
        let host = try await TestHost.shop()
        try await host.run("shop.about")

        await host.resize(to: Size(width: 120, height: 40))

        let cell = try #require(host.cell(of: "Everything, since 1974."))
        #expect(cell == Point(x: 38, y: 15))
    }
}
