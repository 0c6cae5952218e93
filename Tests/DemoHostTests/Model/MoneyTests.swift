import Testing

@testable import demo_host

@Suite struct MoneyTests {
    @Test(arguments: [
        (0, "€0.00"), (5, "€0.05"), (450, "€4.50"), (11900, "€119.00"), (-5, "-€0.05"), (-1250, "-€12.50"),
    ])
    func `an amount is written with two decimals`(cents: Int, text: String) {
        #expect(Money(cents: cents).description == text)
    }

    @Test func `a shop for a display without the euro's sign writes its code everywhere`() throws {
        var model = ShopModel(euro: Money.code)
        try model.logIn(phone: "5550100", password: "sesame")
        for id in ["oil", "loaf"] { try model.addToBasket(id) }

        #expect("\(model.basket.total)" == "EUR 16.40")
        #expect(model.orders.map { "\($0.lines.total)" } == ["EUR 20.90", "EUR 12.80", "EUR 9.00"])
        try model.switchShop(to: "harbour")
        #expect(model.products.map { "\($0.price)" }.allSatisfy { $0.hasPrefix("EUR ") })
    }
}
