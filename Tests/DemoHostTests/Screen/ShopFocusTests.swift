import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import demo_host

/// What the shop says to a person who doesn't see it, and where the terminal's cursor stands.
@MainActor @Suite(.tags(.accessibility)) struct ShopFocusTests {
    private func text(_ host: TestHost, _ count: Int) -> String? {
        host.frame.cursor.map { place in
            (place.x..<place.x + count).map { host.frame.cell(at: Point(x: $0, y: place.y))?.character ?? "" }.joined()
        }
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12)])
    func `the cursor follows the focus through the pages`(size: Size) async throws {
        let host = try await TestHost.shop(size: size)
        let first = text(host, 4)
        await host.key("down")
        let second = text(host, 4)
        await host.key("left")
        let home = text(host, 4)
        await host.key("3")
        let orders = text(host, 6)

        #expect([first, second] == ["Sour", "Oliv"])
        #expect(home == "Home")
        #expect(orders == "Log in")
    }

    @Test func `a page says its title, its content and its controls`() async throws {
        let host = try await TestHost.shop()
        await host.key("3")

        #expect(
            host.spokenPage == """
                Orders
                  Corner Shop Lisbon open, button
                  DEVELOPMENT, button
                  not logged in, button
                  PAGES, heading
                  Home, tab
                  Basket, tab
                  Orders, tab, selected
                  Account, tab
                  SESSION, heading
                  Shop, button
                  Environment, button
                  Log in, button
                  Orders, heading
                  of Corner Shop in development
                  Log in to see your orders. Press l to log in.
                > Log in, button
                """
        )
    }

    @Test func `a dialog says its text`() async throws {
        let host = try await TestHost.shop()
        await host.key("l")
        let login = host.spokenPage.split(separator: "\n").map(String.init)

        #expect(login.first == "Log in")
        #expect(login.contains("> Phone, field"))
        #expect(login.contains("  Password, field, secret"))
    }
}
