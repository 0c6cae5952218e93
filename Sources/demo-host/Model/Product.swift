struct Product: Hashable, Sendable {
    let id: String

    let name: String
    let about: String

    let price: Money
    var stock: Int

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
