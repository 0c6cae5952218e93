import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

@MainActor @Suite struct ShopCommandsTests {
    @Test func `everything in the shop is a command`() async throws {
        let host = try await TestHost.shop()

        let ids = host.app.commands.all.map(\.id).filter { !$0.hasPrefix("host.") }

        #expect(
            ids == [
                "page.home", "page.basket", "page.orders", "page.account", "page.open", "shop.about", "shop.help",
                "session.login", "session.logout", "shop.switch", "environment.switch", "product.show", "order.show",
                "basket.add", "basket.clear", "order.place", "session.toggle", "shop.choose", "environment.choose",
                "shop.confirm",
            ]
        )
    }

    @Test(arguments: [
        ("page.home", "Products"), ("page.basket", "Nothing in it yet."), ("page.orders", "of Corner Shop in"),
        ("page.account", "Merchant"),
    ])
    func `a page's command opens the page`(command: String, text: String) async throws {
        let host = try await TestHost.shop()

        try await host.run(command)

        #expect(host.frame.contains(text))
    }

    @Test func `a login shows in the header, in a notice and on the bus`() async throws {
        let host = try await TestHost.shop()

        let result = try await host.run("session.login", ["phone": "912 345 678", "password": "sesame"])

        #expect(result == "Welcome, merchant 5678.")
        #expect(host.frame.contains("● merchant 5678"))
        #expect(host.frame.contains("✓ Welcome, merchant 5678."))
        #expect(host.events.contains("session changed  merchant 5678"))
    }

    @Test func `without a screen, what needs an answer first is an error and changes nothing`() async throws {
        let host = try TestHost(program: { try DemoHost(host: $0) })
        await host.launchIntoBackground()

        let staging = try await host.run("environment.switch", ["environment": "staging"])
        let error = await #expect(throws: ShopError.self) {
            try await host.run("environment.switch", ["environment": "production"])
        }

        #expect(staging == "Now in staging.")
        #expect(error == .nobodyToAsk)
        #expect(host.visibleWindows == ["shop"])
    }

    @Test func `a login that breaks a rule says which`() async throws {
        let host = try await TestHost.shop()

        let error = await #expect(throws: CommandError.self) {
            try await host.run("session.login", ["phone": "12", "password": "abc"])
        }
        await host.advance(by: .zero)

        #expect(
            error.map { CommandFieldError.all(in: $0) } == [
                CommandFieldError("phone", "must have 6 to 15 digits; this has 2"),
                CommandFieldError("password", "must have at least 4 characters"),
            ]
        )
        #expect(host.frame.contains("'phone' must have 6 to 15 digits; this has 2"))
        #expect(host.frame.contains("not logged in"))
    }

    @Test func `a logout shows in the header and on the bus`() async throws {
        let host = try await TestHost.shop()
        try await host.logIn()

        #expect(try await host.run("session.logout") == "Logged out.")

        #expect(host.frame.contains("not logged in"))
        #expect(host.events.contains("session changed  nobody"))
    }

    @Test func `switching to the current shop says so and posts no message`() async throws {
        let host = try await TestHost.shop()

        #expect(try await host.run("shop.switch", ["shop": "corner"]) == "Already in Corner Shop, Lisbon.")

        #expect(!host.events.contains { $0.hasPrefix("shop changed") })
    }

    @Test func `the choices of a switch mark the current one, and production as dangerous`() async throws {
        let host = try await TestHost.shop()
        guard case .choice(let offer) = host.app.commands["environment.switch"]?.parameters.first?.kind else {
            Issue.record("not a choice")
            return
        }

        let choices = try await offer()

        #expect(choices.map(\.value) == ["development", "staging", "production"])
        #expect(choices.map(\.tint) == [.good, .caution, .danger])
        #expect(choices.map(\.isCurrent) == [true, false, false])
    }

    @Test func `changes are posted by name too, with plain values`() async throws {
        let host = try await TestHost.shop()
        var posted: [NamedNotification] = []
        let subscriptions = ["session.changed", "shop.changed", "environment.changed"].map { name in
            host.app.bus.observe(named: NotificationName(name)) { posted.append($0) }
        }

        try await host.run("shop.switch", ["shop": "fern"])
        try await host.run("environment.switch", ["environment": "staging"])
        try await host.logIn()
        try await host.run("session.logout")

        withExtendedLifetime(subscriptions) {}
        #expect(
            posted == [
                NamedNotification(
                    name: "shop.changed",
                    values: ["id": "fern", "name": "Fern & Clay", "city": "Faro", "isOpen": true]
                ),
                NamedNotification(name: "environment.changed", values: ["environment": "staging"]),
                NamedNotification(name: "session.changed", values: ["loggedIn": true, "label": "merchant 5678"]),
                NamedNotification(name: "session.changed", values: ["loggedIn": false, "label": .null]),
            ]
        )
    }

    @Test func `the basket can be filled, shown and ordered`() async throws {
        let host = try await TestHost.shop()
        try await host.logIn()

        #expect(
            try await host.run("basket.add", ["product": "oil"]) == "Added Olive oil, 0.5 l. 1 in the basket, €11.90."
        )
        try await host.run("page.basket")
        #expect(host.frame.contains("1 × Olive oil, 0.5 l   €11.90"))
        #expect(try await host.run("order.place") == "Placed order #1043 for €11.90.")

        #expect(host.frame.contains("#1043  1 × Olive oil, 0.5 l"))
    }

    @Test func `the basket can be emptied`() async throws {
        let host = try await TestHost.shop()
        try await host.run("basket.add", ["product": "oil"])

        #expect(try await host.run("basket.clear") == "The basket is empty again.")

        #expect(!host.frame.contains("in the basket"))
    }

    @Test func `who isn't logged in is told so before anything is in the basket, and with each product`() async throws {
        let host = try await TestHost.shop()

        #expect(host.frame.contains("log in to order"))
        let answer = try await host.run("basket.add", ["product": "oil"])
        try await host.run("product.show", ["product": "oil"])

        #expect(answer == "Added Olive oil, 0.5 l. 1 in the basket, €11.90. Log in to order.")
        #expect(host.frame.contains("Log in to order."))
    }

    @Test func `the password is in no event and in no frame`() async throws {
        let host = try await TestHost.shop()
        var frames: [String] = []

        await host.key("l")
        await host.type("912345678")
        await host.key("tab")
        for character in "hush hush" {
            await host.type(String(character))
            frames.append(host.frame.text)
        }
        await host.key("enter")
        frames.append(host.frame.text)
        _ = try? await host.run("session.login", ["phone": "1", "password": "hush hush"])
        frames.append(host.frame.text)

        #expect(host.frame.contains("merchant 5678"))
        #expect(!frames.contains { $0.contains("hush") })
        #expect(!host.events.contains { $0.contains("hush") })
    }
}
