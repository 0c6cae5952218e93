import HostRuntime

/// What a person asks for by a key or a button of the shop.
enum ShopIntent: Hashable, Sendable {
    /// To run a command that needs no further question.
    case run(String, [String: PlainValue] = [:])
    /// To be asked for a phone number and a password, or to log out.
    case session
    /// To choose a shop.
    case chooseShop
    /// To choose an environment.
    case chooseEnvironment
}

/// Does what a person asks for.
typealias ShopHandler = @MainActor (ShopIntent) -> Void
