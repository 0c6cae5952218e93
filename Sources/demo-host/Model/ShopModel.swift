/// The state of the shop and the rules for changing it; a pure value.
struct ShopModel: Hashable, Sendable {
    private(set) var page = Page.home
    /// The session; nil while nobody is logged in.
    private(set) var session: Session?
    private(set) var shop: Shop
    private(set) var environment = ShopEnvironment.development
    private(set) var products: [Product]
    /// The placed orders, newest first.
    private(set) var orders: [Order]
    private(set) var cart = Cart()
    let shops: [Shop]
    private let euro: String

    enum Page: String, CaseIterable, Hashable, Sendable {
        case home
        case orders
        case account
    }

    /// Creates the state at the start, in the shop with an id; in the first one if there is none.
    ///
    /// The euro's name is written in front of amounts.
    init(shop id: String? = nil, euro: String = Money.sign) {
        self.euro = euro
        shops = Catalogue.shops
        shop = shops.first { $0.id == id } ?? shops[0]
        (products, orders) = ([], [])
        reload()
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
        for index in products.indices { products[index].price.euro = euro }
        orders = Catalogue.orders(of: shop.id, in: environment)
        for order in orders.indices {
            for line in orders[order].lines.indices { orders[order].lines[line].product.price.euro = euro }
        }
        cart.removeAll()
    }

    // MARK: - Orders

    func product(_ id: String) throws(ShopError) -> Product {
        guard let product = products.first(where: { $0.id == id }) else { throw .unknownProduct(id) }
        return product
    }

    func order(_ number: String) throws(ShopError) -> Order {
        guard session != nil else { throw .loginNeeded("see orders") }
        guard let order = orders.first(where: { "\($0.number)" == number }) else { throw .unknownOrder(number) }
        return order
    }

    var draft: Order {
        let lines = cart.entries.compactMap { entry in
            products.first { $0.id == entry.id }.map { Order.Line(product: $0, count: entry.count) }
        }
        return Order(number: nextNumber, lines: lines, state: .new)
    }

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
    var refusals: [ShopCommand: ShopError] {
        var refusals: [ShopCommand: ShopError] = [:]
        if session == nil {
            refusals[.logOut] = .notLoggedIn
            refusals[.showOrder] = .loginNeeded("see orders")
        }
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
