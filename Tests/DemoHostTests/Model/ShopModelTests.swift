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
        try model.addToOrder("oil")
        let before = model

        model.switchEnvironment(to: .development)

        #expect(model == before)
    }

    @Test mutating func `switching the shop changes the products and discards the order`() throws {
        try model.addToOrder("oil")

        try model.switchShop(to: "harbour")

        #expect(model.products == Catalogue.products(of: "harbour"))
        #expect(model.cart.isEmpty)
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

    // MARK: - Orders

    @Test mutating func `an order has no more pieces of a product than the stock`() throws {
        for _ in 0..<3 { try model.addToOrder("jam") }

        #expect(throws: ShopError.soldOut("Fig and walnut jam")) { try model.addToOrder("jam") }

        #expect(model.draft.pieces == 3)
    }

    @Test mutating func `a closed shop takes no orders`() throws {
        try model.switchShop(to: "night")

        #expect(throws: ShopError.closed(model.shop)) { try model.addToOrder("tart") }
    }

    @Test mutating func `placing an order needs a login`() throws {
        try model.addToOrder("oil")

        #expect(throws: ShopError.loginNeeded("place an order")) { try model.placeOrder() }
    }

    @Test mutating func `an empty order cannot be placed`() throws {
        try model.logIn(phone: "111111", password: "sesame")

        #expect(throws: ShopError.emptyOrder) { try model.placeOrder() }
    }

    @Test mutating func `a placed order is the newest one, and its pieces leave the stock`() throws {
        try model.logIn(phone: "111111", password: "sesame")
        for id in ["oil", "loaf", "oil"] { try model.addToOrder(id) }

        let order = try model.placeOrder()

        #expect(model.orders.first == order)
        #expect(order.number == 1043)
        #expect(order.summary == "2 × Olive oil, 0.5 l, 1 × Sourdough loaf")
        #expect(order.total == Money(cents: 2830))
        #expect(try model.product("oil").stock == 10)
        #expect(model.cart.isEmpty)
    }

    @Test(arguments: Catalogue.shops)
    func `the products of a shop have unique ids and a price`(shop: Shop) {
        let products = Catalogue.products(of: shop.id)

        #expect(Set(products.map(\.id)).count == products.count)
        #expect(products.allSatisfy { $0.price > Money(cents: 0) })
    }
}
