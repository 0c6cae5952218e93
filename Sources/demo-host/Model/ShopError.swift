enum ShopError: Error, Hashable, Sendable {
    case notLoggedIn
    case loginNeeded(String)
    case unknownShop(String)
    case unknownProduct(String)
    case unknownOrder(String)
    case soldOut(String)
    case closed(Shop)
    case emptyOrder
    case orderChanged
    case nothingAsked
    case nobodyToAsk
}

extension ShopError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notLoggedIn: "Nobody is logged in."
        case .loginNeeded(let action): "Log in to \(action)."
        case .unknownShop(let id): "There is no shop '\(id)'."
        case .unknownProduct(let id): "This shop has no product '\(id)'."
        case .unknownOrder(let number): "There is no order #\(number)."
        case .soldOut(let name): "There is no more \(name) to add."
        case .closed(let shop): "\(shop.name) is closed and takes no orders now."
        case .emptyOrder: "The order is empty. Add a product first."
        case .orderChanged: "The order has changed since the question. Place it again."
        case .nothingAsked: "The shop has asked no question."
        case .nobodyToAsk: "The shop asks before it does this, and asking needs a screen. Do it in the terminal."
        }
    }
}
