import HostRuntime
import Testing

@testable import demo_host

@Suite struct ShopModelTests {
    private var model = ShopModel()

    @Test func `a merchant starts on the home page of the first shop, in development, logged out`() {
        #expect(model.page == .home)
        #expect(model.shop == model.shops[0])
        #expect(model.environment == .development)
        #expect(model.session == nil)
    }

    @Test mutating func `a login replaces the session`() throws {
        try model.logIn(phone: "111111", password: "sesame")

        try model.logIn(phone: "222222", password: "sesame")

        #expect(model.session?.phone == "222222")
    }

    @Test mutating func `a failed login leaves the session`() throws {
        try model.logIn(phone: "111111", password: "sesame")

        #expect(throws: LoginError.passwordLength) { try model.logIn(phone: "222222", password: "x") }

        #expect(model.session?.phone == "111111")
    }

    @Test mutating func `logging out needs a session`() {
        #expect(throws: ShopError.notLoggedIn) { try model.logOut() }
    }

    @Test(arguments: ShopEnvironment.allCases.filter { $0 != .development })
    mutating func `switching the environment logs out`(environment: ShopEnvironment) throws {
        try model.logIn(phone: "111111", password: "sesame")

        model.switchEnvironment(to: environment)

        #expect(model.environment == environment)
        #expect(model.session == nil)
    }

    @Test mutating func `switching to the current environment changes nothing`() throws {
        try model.logIn(phone: "111111", password: "sesame")
        try model.addToBasket("oil")
        let before = model

        model.switchEnvironment(to: .development)

        #expect(model == before)
    }

    @Test mutating func `each shop has its products, and a basket in each environment`() throws {
        try model.addToBasket("oil")

        try model.switchShop(to: "harbour")
        #expect(model.products == Catalogue.products(of: "harbour"))
        #expect(model.basket.isEmpty)
        try model.switchShop(to: "corner")
        #expect(model.basket.pieces == 1)
        model.switchEnvironment(to: .staging)

        #expect(model.basket.isEmpty)
    }

    @Test mutating func `switching the shop keeps the session`() throws {
        try model.logIn(phone: "111111", password: "sesame")

        try model.switchShop(to: "fern")

        #expect(model.session != nil)
    }

    @Test mutating func `an unknown shop is refused by name`() {
        #expect(throws: ShopError.unknownShop("moon")) { try model.switchShop(to: "moon") }
    }

    @Test func `only production asks for confirmation`() {
        #expect(ShopEnvironment.allCases.filter(\.needsConfirmation) == [.production])
    }

    // MARK: - The basket and the orders

    @Test mutating func `the basket has no more pieces of a product than the stock`() throws {
        for _ in 0..<3 { try model.addToBasket("jam") }

        #expect(throws: ShopError.allInBasket("Fig and walnut jam", 3)) { try model.addToBasket("jam") }
        #expect(throws: ShopError.soldOut("Almond soap")) { try model.addToBasket("soap") }

        #expect(model.basket.pieces == 3)
    }

    @Test mutating func `nothing is added to the basket in a closed shop`() throws {
        try model.switchShop(to: "night")

        #expect(throws: ShopError.closed(model.shop)) { try model.addToBasket("tart") }
    }

    @Test mutating func `placing an order needs a login`() throws {
        try model.addToBasket("oil")

        #expect(throws: ShopError.loginNeeded("order")) { try model.placeOrder() }
    }

    @Test mutating func `an empty basket cannot be ordered`() throws {
        try model.logIn(phone: "111111", password: "sesame")

        #expect(throws: ShopError.emptyBasket) { try model.placeOrder() }
    }

    @Test mutating func `a placed order is the newest one, and its pieces leave the stock`() throws {
        try model.logIn(phone: "111111", password: "sesame")
        for id in ["oil", "loaf", "oil"] { try model.addToBasket(id) }

        let order = try model.placeOrder()

        #expect(model.orders.first == order)
        #expect(order.number == 1043)
        #expect(order.lines.summary == "1 × Sourdough loaf, 2 × Olive oil, 0.5 l")
        #expect(order.lines.total == Money(cents: 2830))
        #expect(try model.product("oil").stock == 10)
        #expect(model.basket.isEmpty)
    }

    @Test mutating func `the next run begins with everything but the page`() throws {
        try model.switchShop(to: "fern")
        model.switchEnvironment(to: .staging)
        try model.logIn(phone: "111111", password: "sesame")
        for id in ["pot", "pot", "vase"] { try model.addToBasket(id) }
        let order = try model.placeOrder()
        try model.addToBasket("can")

        let next = ShopModel(kept: model.kept)

        #expect(next == model)
        #expect(next.orders.first == order)
        #expect(next.basket.summary == "1 × Watering can")
    }

    @Test(
        arguments: [
            3, ["basket": 3, "orders": ["oil"]],
            ["basket": ["oil": -1, "tea": "two", "gone": 1], "orders": [["oil": 1e300]]],
        ] as [PlainValue]
    ) func `what was kept and means nothing is left out`(value: PlainValue) {
        let model = ShopModel(kept: ["development.corner": value, "session": "x", "environment": "moon"])

        #expect(model.basket.isEmpty)
        #expect(model.products == ShopModel().products)
        #expect(model.session == nil && model.environment == .development)
    }

    @Test(arguments: Catalogue.shops)
    func `the products of a shop have unique ids and a price`(shop: Shop) {
        let products = Catalogue.products(of: shop.id)

        #expect(Set(products.map(\.id)).count == products.count)
        #expect(products.allSatisfy { $0.price > Money(cents: 0) })
    }
}
