/// Something that a shop sells.
struct Product: Hashable, Sendable {
    /// The name it is known by in its shop.
    let id: String

    let name: String

    /// One sentence that sells it.
    let about: String

    let price: Money

    /// How many there are.
    var stock: Int

    /// What the stock means for whoever sells it.
    var availability: Availability {
        switch stock {
        case ...0: .soldOut
        case ...5: .few
        default: .inStock
        }
    }

    enum Availability: Hashable, Sendable {
        case inStock
        case few
        case soldOut
    }
}
