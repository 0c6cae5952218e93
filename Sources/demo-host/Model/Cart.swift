/// The order that is being put together; its entries stand in the order of adding.
struct Cart: Hashable, Sendable {
    /// Some pieces of one product.
    struct Entry: Hashable, Sendable {
        let id: String
        var count: Int
    }

    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// How many pieces of a product there are.
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
