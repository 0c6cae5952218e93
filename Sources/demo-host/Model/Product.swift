/// A product of a shop.
struct Product: Hashable, Sendable {
    /// The product's id, unique in its shop.
    let id: String

    let name: String

    /// A sentence that describes the product.
    let about: String

    let price: Money

    /// The number of pieces in stock.
    var stock: Int

    /// The stock as one of three levels.
    var availability: Availability {
        switch stock {
        case ...0: .soldOut
        case ...5: .few
        default: .inStock
        }
    }

    /// A level of the stock.
    enum Availability: Hashable, Sendable {
        case inStock
        case few
        case soldOut
    }
}
