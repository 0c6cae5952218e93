/// The state of the shop and the rules for changing it; a pure value.
struct ShopModel: Hashable, Sendable {
    /// The page on the screen.
    private(set) var page = Page.home

    /// The session; nil while nobody is logged in.
    private(set) var session: Session?

    /// The shop that the merchant is in.
    private(set) var shop: Shop

    /// The network that the shop talks to.
    private(set) var environment = ShopEnvironment.development

    /// The products of the shop.
    private(set) var products: [Product]

    /// The placed orders, newest first.
    private(set) var orders: [Order]

    /// The products of the next order.
    private(set) var cart = Cart()

    /// The merchant's shops.
    let shops: [Shop]

    /// A page of the shop.
    enum Page: String, CaseIterable, Hashable, Sendable {
        case home
        case orders
        case account
    }

    /// Creates a model in the first shop, with nobody logged in.
    init() {
        shops = Catalogue.shops
        shop = Catalogue.shops[0]
        products = Catalogue.products(of: shop.id)
        orders = Catalogue.orders(of: shop.id, in: environment)
    }

    mutating func open(_ page: Page) {
        self.page = page
    }

    // MARK: - Session, shop and environment

    /// Logs a merchant in; another one who is logged in is logged out.
    mutating func logIn(phone: String, password: String) throws(LoginError) {
        session = try Session(phone: phone, password: password)
    }

    mutating func logOut() throws(ShopError) {
        guard session != nil else { throw .notLoggedIn }
        session = nil
    }

    /// Switches to another shop and discards the order that was not placed.
    mutating func switchShop(to id: String) throws(ShopError) {
        guard let next = shops.first(where: { $0.id == id }) else { throw .unknownShop(id) }
        guard next != shop else { return }
        shop = next
        reload()
    }

    /// Switches to another environment and logs out, because a session belongs to one environment.
    mutating func switchEnvironment(to next: ShopEnvironment) {
        guard next != environment else { return }
        environment = next
        session = nil
        reload()
    }

    private mutating func reload() {
        products = Catalogue.products(of: shop.id)
        orders = Catalogue.orders(of: shop.id, in: environment)
        cart.removeAll()
    }

    // MARK: - Orders

    /// Returns the product with an id.
    func product(_ id: String) throws(ShopError) -> Product {
        guard let product = products.first(where: { $0.id == id }) else { throw .unknownProduct(id) }
        return product
    }

    /// The order as it would be placed now.
    var draft: Order {
        let lines = cart.entries.compactMap { entry in
            products.first { $0.id == entry.id }.map { Order.Line(product: $0, count: entry.count) }
        }
        return Order(number: nextNumber, lines: lines, state: .new)
    }

    /// Adds one piece of a product to the order, if any is left.
    mutating func addToOrder(_ id: String) throws(ShopError) {
        let product = try product(id)
        guard shop.isOpen else { throw .closed(shop) }
        guard cart.count(of: id) < product.stock else { throw .soldOut(product.name) }
        cart.add(id)
    }

    mutating func clearOrder() throws(ShopError) {
        guard !cart.isEmpty else { throw .emptyOrder }
        cart.removeAll()
    }

    /// Places the order as the newest one, and takes its pieces from the stock.
    mutating func placeOrder() throws(ShopError) -> Order {
        guard session != nil else { throw .loginNeeded("place an order") }
        guard !cart.isEmpty else { throw .emptyOrder }
        let order = draft
        for line in order.lines {
            guard let index = products.firstIndex(where: { $0.id == line.product.id }) else { continue }
            products[index].stock -= line.count
        }
        orders.insert(order, at: 0)
        cart.removeAll()
        return order
    }

    private var nextNumber: Int {
        (orders.map(\.number).max() ?? 1000) + 1
    }
}

extension ShopModel {
    /// The commands that can't be run now, with the reasons.
    var refusals: [ShopCommand: ShopError] {
        var refusals: [ShopCommand: ShopError] = [:]
        if session == nil { refusals[.logOut] = .notLoggedIn }
        if !shop.isOpen { refusals[.addToOrder] = .closed(shop) }
        if cart.isEmpty {
            refusals[.clearOrder] = .emptyOrder
            refusals[.placeOrder] = .emptyOrder
        }
        // Of two reasons, the one to solve first.
        if session == nil { refusals[.placeOrder] = .loginNeeded("place an order") }
        return refusals
    }
}
