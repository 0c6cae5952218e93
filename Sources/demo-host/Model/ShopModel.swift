import HostRuntime

/// The state of the shop and the rules for changing it; a pure value.
struct ShopModel: Hashable, Sendable {
    private(set) var page = Page.home
    /// The session; nil while nobody is logged in.
    private(set) var session: Session?
    private(set) var shop: Shop
    private(set) var environment = ShopEnvironment.development
    private(set) var products: [Product] = []
    /// The placed orders, newest first.
    private(set) var orders: [Order] = []
    let shops = Catalogue.shops
    private var purchases: [String: Purchases] = [:]

    enum Page: String, CaseIterable, Hashable, Sendable {
        case home
        case basket
        case orders
        case account
    }

    /// Creates the state at the start, with what was kept from earlier runs.
    init(kept values: [String: PlainValue] = [:]) {
        shop = shops.first { $0.id == values["shop"]?.stringValue } ?? shops[0]
        environment = values["environment"]?.stringValue.flatMap(ShopEnvironment.init) ?? .development
        session = Session(kept: values["session"]?.stringValue)
        adoptPurchases(values)
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
        let placed = purchases[place]?.orders ?? []
        products = Catalogue.products(of: shop.id)
        for index in products.indices {
            let id = products[index].id
            products[index].stock = max(0, products[index].stock - placed.map { $0[id] ?? 0 }.reduce(0, +))
        }
        orders = Catalogue.orders(of: products, in: environment)
        for pieces in placed {
            let number = (orders.first?.number ?? 1000) + 1
            orders.insert(Order(number: number, lines: [Order.Line](pieces, of: products), state: .new), at: 0)
        }
    }

    // MARK: - What is kept

    // Each shop has a basket in each environment: what was made up in one is no real order in another.
    private var place: String { "\(environment.rawValue).\(shop.id)" }

    /// The values that the next run begins with, by key.
    var kept: [String: PlainValue] {
        let own: [String: PlainValue] = [
            "shop": .string(shop.id), "environment": .string(environment.rawValue),
            "session": session.map { .string($0.phone) } ?? .null,
        ]
        return own.merging(purchases.mapValues(\.value)) { own, _ in own }
    }

    /// Takes over the baskets and orders that were kept, by this run or by another one.
    mutating func adoptPurchases(_ values: [String: PlainValue]) {
        purchases = values.filter { $0.key.contains(".") }.mapValues(Purchases.init)
        reload()
    }

    // MARK: - The basket and the orders

    func product(_ id: String) throws(ShopError) -> Product {
        guard let product = products.first(where: { $0.id == id }) else { throw .unknownProduct(id) }
        return product
    }

    func order(_ number: String) throws(ShopError) -> Order {
        guard session != nil else { throw .loginNeeded("see your orders") }
        guard let order = orders.first(where: { "\($0.number)" == number }) else { throw .unknownOrder(number) }
        return order
    }

    /// The products that are to be ordered; of each no more than there is.
    var basket: [Order.Line] {
        let pieces = purchases[place]?.basket ?? [:]
        return products.compactMap { product in
            let count = min(product.stock, pieces[product.id] ?? 0)
            return count > 0 ? Order.Line(product, count) : nil
        }
    }

    /// Returns why no more of a product can be added to the basket; nil if it can.
    func refusal(of product: Product) -> ShopError? {
        if !shop.isOpen { return .closed(shop) }
        if product.stock == 0 { return .soldOut(product.name) }
        return basket.count(of: product.id) < product.stock ? nil : .allInBasket(product.name, product.stock)
    }

    mutating func addToBasket(_ id: String) throws(ShopError) {
        if let refusal = refusal(of: try product(id)) { throw refusal }
        purchases[place, default: Purchases()].basket[id] = basket.count(of: id) + 1
    }

    mutating func clearBasket() throws(ShopError) {
        guard !basket.isEmpty else { throw .emptyBasket }
        purchases[place]?.basket = [:]
    }

    /// Makes the basket the newest order, takes its pieces from the stock, and goes from the basket to the orders.
    mutating func placeOrder() throws(ShopError) -> Order {
        guard session != nil else { throw .loginNeeded("order") }
        let lines = basket
        guard !lines.isEmpty else { throw .emptyBasket }
        purchases[place]?.orders.append(Dictionary(uniqueKeysWithValues: lines.map { ($0.id, $0.count) }))
        purchases[place]?.basket = [:]
        reload()
        if page == .basket { page = .orders }
        return orders[0]
    }
}

extension ShopModel {
    var refusals: [ShopCommand: ShopError] {
        var refusals: [ShopCommand: ShopError] = [:]
        if !shop.isOpen { refusals[.addToBasket] = .closed(shop) }
        if basket.isEmpty {
            refusals[.clearBasket] = .emptyBasket
            refusals[.placeOrder] = .emptyBasket
        }
        if session == nil {
            refusals[.logOut] = .notLoggedIn
            refusals[.showOrder] = .loginNeeded("see your orders")
            // Of two reasons, the one to solve first.
            refusals[.placeOrder] = .loginNeeded("order")
        }
        return refusals
    }
}
