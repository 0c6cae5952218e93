/// What a customer has ordered.
struct Order: Hashable, Sendable {
    let number: Int
    let lines: [Line]
    let state: State

    /// Some pieces of one product.
    struct Line: Hashable, Sendable {
        let product: Product
        let count: Int

        var total: Money { product.price * count }
    }

    enum State: String, Hashable, Sendable {
        case new
        case packed
        case delivered
    }

    var total: Money { lines.map(\.total).reduce(Money(cents: 0), +) }

    /// How many pieces there are in all.
    var pieces: Int { lines.map(\.count).reduce(0, +) }

    /// What is in it, in a line.
    var summary: String { lines.map { "\($0.count) × \($0.product.name)" }.joined(separator: ", ") }
}
