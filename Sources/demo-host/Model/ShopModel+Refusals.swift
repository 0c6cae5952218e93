extension ShopModel {
    /// Why commands cannot be run as things are, by their ids; what is not named here can.
    var refusals: [String: ShopError] {
        var refusals: [String: ShopError] = [:]
        if session == nil { refusals["session.logout"] = .notLoggedIn }
        if !shop.isOpen { refusals["order.add"] = .closed(shop) }
        if cart.isEmpty {
            refusals["order.clear"] = .emptyOrder
            refusals["order.place"] = .emptyOrder
        }
        // The first thing to do about it comes first.
        if session == nil { refusals["order.place"] = .loginNeeded("place an order") }
        return refusals
    }
}
