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
    func `a tap on what is named opens the way to change it`(text: String, title: String) async throws {
        let host = try await TestHost.shop()

        #expect(await host.tap(text))

        #expect(host.keyWindow == title)
    }

    @Test func `a product's alert is above all and takes the keyboard until it closes`() async throws {
        let host = try await TestHost.shop()

        await host.key("down")
        await host.key("enter")
        #expect(host.keyWindow == "product")
        #expect(host.app.windows.keyWindow?.level == .alert)
        #expect(host.frame.contains("Early harvest"))
        await host.key("right")
        await host.key("enter")

        #expect(host.keyWindow == "shop")
    }

    @Test func `the list has the keyboard again after an alert`() async throws {
        let host = try await TestHost.shop()

        await host.key("enter")
        await host.key("escape")
        await host.key("down")
        await host.key("enter")

        #expect(host.frame.contains("Early harvest"))
    }

    @Test func `a product is added from its alert`() async throws {
        let host = try await TestHost.shop()

        #expect(await host.tap("Lavender honey"))
        #expect(await host.tap("Add to order"))

        #expect(host.frame.contains("1 for €8.40"))
        #expect(host.keyWindow == "shop")
    }

    @Test func `a product that is sold out cannot be added from its alert`() async throws {
        let host = try await TestHost.shop()

        #expect(await host.tap("Almond soap"))

        #expect(host.frame.contains("Close"))
        #expect(!host.frame.contains("Add to order"))
    }

    @Test func `keys and touches reach nothing behind a dialog`() async throws {
        let host = try await TestHost.shop()
        try await host.run("shop.about")

        await host.key("o")
        await host.tap(2, 7)
        await host.tap(40, 12)

        #expect(host.keyWindow == "about")
        #expect(host.frame.contains("Products"))
    }

    @Test func `one alert of a kind is shown at a time`() async throws {
        let host = try await TestHost.shop()

        try await host.run("product.show", ["product": "oil"])
        try await host.run("product.show", ["product": "tea"])

        #expect(host.visibleWindows == ["shop", "product shade", "product"])
        #expect(host.frame.contains("Green tea, Gorreana"))
    }

    // MARK: - Orders

    @Test func `orders need a login and offer it`() async throws {
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

    @Test func `an order is placed by the keyboard alone`() async throws {
        let host = try await TestHost.shop()
        try await host.logIn()

        for key in ["enter", "enter", "o", "enter"] { await host.key(key) }

        #expect(host.frame.contains("#1043  1 × Sourdough loaf"))
    }

    @Test func `an order is placed by touches alone`() async throws {
        let host = try await TestHost.shop()
        try await host.logIn()

        for text in ["Sourdough loaf", "Add to order", "Orders", "Place order"] { #expect(await host.tap(text)) }

        #expect(host.frame.contains("#1043  1 × Sourdough loaf"))
    }

    @Test func `production asks before an order is placed, and enter alone places nothing`() async throws {
        let host = try await TestHost.shop()
        try await host.goToProduction()
        try await host.logIn()
        try await host.run("order.add", ["product": "oil"])

        for key in ["o", "enter"] { await host.key(key) }
        #expect(host.keyWindow == "confirm")
        #expect(host.frame.contains("€11.90 of real money"))
        await host.key("enter")

        #expect(host.keyWindow == "shop")
        #expect(!host.frame.contains("Placed"))
        #expect(host.frame.contains("New order"))
    }

    @Test func `an order in production is placed once confirmed`() async throws {
        let host = try await TestHost.shop()
        try await host.goToProduction()
        try await host.logIn()
        try await host.run("order.add", ["product": "oil"])

        for key in ["o", "enter", "right", "enter"] { await host.key(key) }

        #expect(host.frame.contains("✓ Placed order #1001 for €11.90."))
    }

    @Test func `an answer places the order that was asked about and no other`() async throws {
        let host = try await TestHost.shop()
        try await host.goToProduction()
        try await host.logIn()
        try await host.run("order.add", ["product": "oil"])
        try await host.run("order.place")
        #expect(host.frame.contains("€11.90 of real money"))
        try await host.run("order.add", ["product": "loaf"])

        for key in ["right", "enter"] { await host.key(key) }

        #expect(host.frame.contains("✕ The order has changed since the question. Place it again."))
        #expect(host.frame.contains("order: 2 for €16.40"))
        #expect(host.keyWindow == "shop")
    }

    @Test func `an order that cannot be placed is not asked about`() async throws {
        let host = try await TestHost.shop()
        try await host.goToProduction()

        await #expect(throws: (any Error).self) { try await host.run("order.place") }

        #expect(host.keyWindow == "shop")
    }

    @Test(arguments: [80, 50, 40])
    func `price and state of an order are whole at any width, its description gives way`(width: Int) async throws {
        let host = try await TestHost.shop(size: Size(width: width, height: 24))
        try await host.logIn()

        await host.key("o")

        let line = try #require((0..<24).map { host.frame.line($0) }.first { $0.contains("#1038") })
        #expect(line.contains("… "))
        #expect(line.contains("delivered"))
        #expect(line.contains("€9.00"))
    }

    // MARK: - Logging in

    @Test func `a broken rule is shown in the sheet, which stays`() async throws {
        let host = try await TestHost.shop()

        await host.key("l")
        await host.type("123")
        await host.key("enter")
        await host.key("enter")

        #expect(host.keyWindow == "login")
        #expect(host.frame.contains("A phone number has 6 to 15 digits; this has 3."))
    }

    @Test(arguments: ["Log in      Cancel", "Cancel"]) func `the sheet's buttons take a tap`(
        button: String
    ) async throws {
        let host = try await TestHost.shop()
        await host.key("l")
        await host.type("912345678")
        await host.key("down")
        await host.type("sesame")

        #expect(await host.tap(button))

        #expect(host.keyWindow == "shop")
        #expect(host.frame.contains("merchant 5678") == (button != "Cancel"))
    }

    @Test func `the session's key logs out who is logged in`() async throws {
        let host = try await TestHost.shop()
        try await host.logIn()

        await host.key("l")

        #expect(host.frame.contains("not logged in"))
        #expect(host.visibleWindows == ["shop"])
    }

    // MARK: - Production

    @Test func `production asks first, and enter alone stays`() async throws {
        let host = try await TestHost.shop()
        try await host.logIn()

        for key in ["e", "end", "enter"] { await host.key(key) }
        #expect(host.keyWindow == "confirm")
        #expect(host.app.windows.keyWindow?.level == .alert)
        await host.key("enter")

        #expect(host.frame.contains(" DEVELOPMENT "))
        #expect(host.frame.contains("merchant 5678"))
    }

    @Test func `production is entered once confirmed, and logs out`() async throws {
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

        // Reversed, so that it is seen without colours too.
        let badge = try #require(host.cell(of: "PRODUCTION"))
        #expect(host.frame.cell(at: badge)?.style.background == ShopEnvironment.production.badge.foreground)
        #expect(ShopEnvironment.production.badge.attributes.contains(.reverse))
    }

    @Test func `a toast that names production warns of it`() async throws {
        let host = try await TestHost.shop()

        try await host.run("environment.switch", ["environment": "production"])
        for key in ["right", "enter"] { await host.key(key) }

        let name = try #require(host.cell(of: "production."))
        #expect(host.frame.cell(at: name)?.style.foreground == Theme.danger)
    }

    @Test func `a question is reported as nothing that is done`() async throws {
        let host = try await TestHost.shop()

        #expect(try await host.run("environment.switch", ["environment": "production"]) == nil)

        #expect(host.frame.contains("Switch to production?"))
        #expect(!host.frame.contains("✓"))
    }

    // MARK: - Help

    @Test func `the help names every command that has a key, and the keys of the terminal`() async throws {
        let host = try await TestHost.shop()
        try host.app.commands.offer(
            Command(id: "guest.sing", title: "Sing", group: "Guests", key: KeyEvent(.function(7))) { _ in nil }
        )

        let lines = HelpLine.all(of: host.app.commands.all)

        for command in host.app.commands.all {
            guard let key = command.key else { continue }
            #expect(lines.contains(.key(key.description, command.title)))
        }
        #expect(lines.suffix(2) == [.heading("Guests"), .key("f7", "Sing")])
        #expect(lines.contains { if case .key("ctrl-z", _) = $0 { true } else { false } })
    }

    @Test func `the help scrolls where it is longer than the screen`() async throws {
        let host = try await TestHost.shop(size: Size(width: 50, height: 14))
        await host.key("?")
        #expect(host.frame.contains("Next control"))
        #expect(!host.frame.contains("ctrl-l"))

        await host.key("end")

        #expect(host.frame.contains("ctrl-l"))
        #expect(!host.frame.contains("Next control"))
    }

    // MARK: - The keyboard

    @Test func `arrows lead to the navigation and back to the page`() async throws {
        let host = try await TestHost.shop()

        for key in ["left", "down", "enter"] { await host.key(key) }
        #expect(host.frame.contains("of Corner Shop"))
        for key in ["left", "up", "enter", "down", "enter"] { await host.key(key) }

        #expect(host.keyWindow == "product")
        #expect(host.frame.contains("Early harvest"))
    }

    @Test func `tab goes around every control`() async throws {
        let host = try await TestHost.shop()

        for _ in 0..<7 { await host.key("tab") }
        await host.key("enter")

        #expect(host.keyWindow == "product")
    }

    @Test(arguments: [
        ("Log in  ", "login"), ("Switch shop", "shop.switch"), ("Environment  ", "environment.switch"),
        ("About", "about"),
    ])
    func `the account's buttons take a tap`(button: String, title: String) async throws {
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

    // MARK: - Sizes

    @Test(arguments: [(1, 1), (2, 2), (1, 40), (200, 1), (20, 5), (40, 12), (200, 60)])
    func `every page and dialog can be drawn at any size`(width: Int, height: Int) async throws {
        let host = try await TestHost.shop()
        try await host.run("order.add", ["product": "oil"])
        await host.resize(to: Size(width: width, height: height))

        for key in ["h", "o", "a", "l", "escape", "s", "escape", "e", "escape", "?", "escape", "h", "enter", "escape"] {
            await host.key(key)
            #expect(host.frame.size == Size(width: width, height: height))
        }
        try await host.logIn()
        for key in ["o", "a", "h"] { await host.key(key) }
        try await host.run("environment.switch", ["environment": "production"])
        await host.resize(to: Size(width: 80, height: 24))

        #expect(host.keyWindow == "confirm")
        #expect(host.frame.contains("Stay in development"))
    }

    @Test(arguments: [63, 60, 50, 40, 30]) func `no button touches another one`(width: Int) async throws {
        let host = try await TestHost.shop(size: Size(width: width, height: 24))
        let titles = ["Log in", "Switch shop", "Environment", "About"]

        await host.key("a")

        let cells = try titles.map { try #require(host.cell(of: " \($0)")) }
        for (index, cell) in cells.enumerated() {
            for other in cells[(index + 1)...] { #expect(abs(cell.y - other.y) != 1) }
        }
    }

    @Test func `a toast that is longer than the line is whole, in several lines`() async throws {
        let host = try await TestHost.shop(size: Size(width: 30, height: 14))

        try await host.run("order.add", ["product": "sardines"])

        #expect(host.frame.line(12).contains("✓ Added Sardines in tomato."))
        #expect(host.frame.line(13).contains("1 in the order, €3.20."))
    }

    @Test func `of a table, the toast has the first line only`() async throws {
        let host = try await TestHost.shop()
        let table = Command(id: "test.table", title: "A table") { _ in "two rows\na  1\nb  2" }
        try host.app.commands.offer(table)

        try await host.run("test.table")

        #expect(host.frame.line(23).hasPrefix("  ✓ two rows …"))
    }

    @Test func `what has no colour has another mark`() {
        #expect([.good, .caution, .danger].map { (tint: CommandChoice.Tint) in tint.sign } == ["●", "◐", "○"])
    }

    @Test func `an alert stays in the middle when the screen changes`() async throws {
        let host = try await TestHost.shop()
        try await host.run("shop.about")

        await host.resize(to: Size(width: 120, height: 40))

        let cell = try #require(host.cell(of: "Everything, since 1974."))
        #expect(cell == Point(x: 38, y: 15))
    }
}
