/// An order of a customer.
struct Order: Hashable, Sendable {
    let number: Int
    var lines: [Line]
    let state: State

    /// A product of an order, and the number of pieces.
    struct Line: Hashable, Sendable {
        var product: Product
        let count: Int

        var total: Money { product.price * count }
    }

    enum State: String, Hashable, Sendable {
        case new
        case packed
        case delivered
    }

    var total: Money { lines.map(\.total).reduce(Money(cents: 0), +) }
    var pieces: Int { lines.map(\.count).reduce(0, +) }
    var summary: String { lines.map { "\($0.count) × \($0.product.name)" }.joined(separator: ", ") }
}

/// The products of an order that is not placed yet, in the order in which they were added.
struct Cart: Hashable, Sendable {
    /// A product by its id, and the number of pieces.
    struct Entry: Hashable, Sendable {
        let id: String
        var count: Int
    }

    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    func count(of id: String) -> Int {
        entries.first { $0.id == id }?.count ?? 0
    }

    mutating func add(_ id: String) {
        if let index = entries.firstIndex(where: { $0.id == id }) {
            entries[index].count += 1
        } else {
            entries.append(Entry(id: id, count: 1))
        }
    }

    mutating func removeAll() {
        entries = []
    }
}
