/// What the shop knows and the rules of what may be done with it; a pure value.
struct ShopModel: Hashable, Sendable {
    /// The page that is seen.
    private(set) var page = Page.home

    /// Who is logged in.
    private(set) var session: Session?

    /// The shop that is looked after.
    private(set) var shop: Shop

    /// The network that is talked to.
    private(set) var environment = ShopEnvironment.development

    /// What the shop sells.
    private(set) var products: [Product]

    /// The orders that were placed, the newest first.
    private(set) var orders: [Order]

    /// The order that is being put together.
    private(set) var cart = Cart()

    /// All shops of the merchant.
    let shops: [Shop]

    enum Page: String, CaseIterable, Hashable, Sendable {
        case home
        case orders
        case account
    }

    /// Creates the model of a merchant who starts in the first shop.
    init() {
        shops = Catalogue.shops
        shop = Catalogue.shops[0]
        products = Catalogue.products(of: shop.id)
        orders = Catalogue.orders(of: shop.id, in: environment)
    }

    mutating func open(_ page: Page) {
        self.page = page
    }

    // MARK: - Who and where

    /// Logs a merchant in, in place of whoever is.
    mutating func logIn(phone: String, password: String) throws(LoginError) {
        session = try Session(phone: phone, password: password)
    }

    mutating func logOut() throws(ShopError) {
        guard session != nil else { throw .notLoggedIn }
        session = nil
    }

    /// Goes to another shop; an order that was being put together stays behind.
    mutating func switchShop(to id: String) throws(ShopError) {
        guard let next = shops.first(where: { $0.id == id }) else { throw .unknownShop(id) }
        guard next != shop else { return }
        shop = next
        reload()
    }

    /// Goes to another environment and logs out: a session is known only where it began.
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

    /// The product of an id.
    func product(_ id: String) throws(ShopError) -> Product {
        guard let product = products.first(where: { $0.id == id }) else { throw .unknownProduct(id) }
        return product
    }

    /// What the order under way would be if it were placed now.
    var draft: Order {
        let lines = cart.entries.compactMap { entry in
            products.first { $0.id == entry.id }.map { Order.Line(product: $0, count: entry.count) }
        }
        return Order(number: nextNumber, lines: lines, state: .new)
    }

    /// Adds a piece of a product to the order, as long as there are any.
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

    /// Places the order: it is the newest one, and its pieces leave the stock.
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
