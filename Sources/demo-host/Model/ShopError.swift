enum ShopError: Error, Hashable, Sendable {
    case notLoggedIn
    case loginNeeded(String)
    case unknownShop(String)
    case unknownProduct(String)
    case unknownOrder(String)
    case soldOut(String)
    case allInBasket(String, Int)
    case closed(Shop)
    case emptyBasket
    case basketChanged
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
        case .soldOut(let name): "\(name) is sold out and can't be added to the basket."
        case .allInBasket(let name, let count): "There is no more \(name): all \(count) are in the basket."
        case .closed(let shop): "\(shop.name) is closed, so nothing can be added to the basket."
        case .emptyBasket: "The basket is empty. Add a product first."
        case .basketChanged: "The basket has changed since the question. Place the order again."
        case .nothingAsked: "The shop has asked no question."
        case .nobodyToAsk: "The shop asks before it does this, and asking needs a screen. Do it in the terminal."
        }
    }
}
