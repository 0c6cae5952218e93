import HostRuntime

/// The basket and the placed orders of a shop in an environment, as they are kept between runs.
///
/// Each is a number of pieces by the product's id.
struct Purchases: Hashable, Sendable {
    var basket: [String: Int]

    /// The placed orders, oldest first.
    var orders: [[String: Int]]

    init(_ value: PlainValue? = nil) {
        basket = Purchases.pieces(value?["basket"])
        orders = value?["orders"]?.arrayValue?.map(Purchases.pieces) ?? []
    }

    var value: PlainValue {
        ["basket": Purchases.value(basket), "orders": .array(orders.map(Purchases.value))]
    }

    private static func value(_ pieces: [String: Int]) -> PlainValue { .dictionary(pieces.mapValues { .int($0) }) }

    private static func pieces(_ value: PlainValue?) -> [String: Int] {
        guard case .dictionary(let values) = value else { return [:] }
        return values.compactMapValues { $0.intValue.flatMap { (1...999).contains($0) ? $0 : nil } }
    }
}
