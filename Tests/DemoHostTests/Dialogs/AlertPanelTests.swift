import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

@MainActor @Suite struct AlertPanelTests {
    @Test func `a product's alert is at level alert and has the keyboard until it closes`() async throws {
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
        #expect(await host.tap("Add to basket"))

        #expect(host.frame.contains("1 in the basket, €8.40"))
        #expect(host.keyWindow == "shop")
    }

    @Test(arguments: [
        ("corner", "soap", "Almond soap is sold out and can't be"),
        ("night", "tart", "Night Bakery is closed, so nothing can be"),
    ]) func `a product that cannot be added to the basket says why`(
        shop: String,
        id: String,
        reason: String
    ) async throws {
        let host = try await TestHost.shop()
        try await host.run("shop.switch", ["shop": .string(shop)])

        try await host.run("product.show", ["product": .string(id)])

        #expect(host.frame.contains(reason))
        #expect(host.frame.contains("Close"))
        #expect(!host.frame.contains("Add to basket"))
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

        #expect(host.visibleWindows == ["shop", "product"])
        #expect(host.frame.contains("Green tea, Gorreana"))
    }
}
