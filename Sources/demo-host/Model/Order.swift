/// An order that was placed.
struct Order: Hashable, Sendable {
    let number: Int
    let lines: [Line]
    let state: State

    /// A product of an order, and the number of pieces.
    struct Line: Hashable, Sendable {
        let id: String
        let name: String
        let price: Money
        let count: Int

        init(_ product: Product, _ count: Int) {
            (id, name, price) = (product.id, product.name, product.price)
            self.count = count
        }

        var total: Money { price * count }
    }

    enum State: String, Hashable, Sendable {
        case new
        case packed
        case delivered
    }
}

extension [Order.Line] {
    /// Lists the products of which there are pieces, in the catalogue's order.
    init(_ pieces: [String: Int], of products: [Product]) {
        self = products.compactMap { product in pieces[product.id].map { Order.Line(product, $0) } }
    }

    var total: Money { map(\.total).reduce(Money(cents: 0), +) }
    var pieces: Int { map(\.count).reduce(0, +) }
    var summary: String { map { "\($0.count) × \($0.name)" }.joined(separator: ", ") }

    func count(of id: String) -> Int { first { $0.id == id }?.count ?? 0 }
}
