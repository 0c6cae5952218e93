import HostRuntime

enum ShopCommand: String, CaseIterable, Hashable, Sendable {
    case openHome = "page.home"
    case openBasket = "page.basket"
    case openOrders = "page.orders"
    case openAccount = "page.account"
    case openAddress = "page.open"
    case showAbout = "shop.about"
    case showHelp = "shop.help"
    case logIn = "session.login"
    case logOut = "session.logout"
    case switchShop = "shop.switch"
    case switchEnvironment = "environment.switch"
    case showProduct = "product.show"
    case showOrder = "order.show"
    case addToBasket = "basket.add"
    case clearBasket = "basket.clear"
    case placeOrder = "order.place"
    case logInOrOut = "session.toggle"
    case chooseShop = "shop.choose"
    case chooseEnvironment = "environment.choose"
    case confirm = "shop.confirm"

    /// Whether the command is of no use without a screen: it goes to a page, opens a sheet or answers a question.
    var requiresScreen: Bool {
        switch self {
        case .openHome, .openBasket, .openOrders, .openAccount, .openAddress, .showAbout, .showHelp, .showProduct,
            .showOrder, .logInOrOut, .chooseShop, .chooseEnvironment, .confirm:
            true
        case .logIn, .logOut, .switchShop, .switchEnvironment, .addToBasket, .clearBasket, .placeOrder: false
        }
    }

    static func open(_ page: ShopModel.Page) -> ShopCommand {
        switch page {
        case .home: .openHome
        case .basket: .openBasket
        case .orders: .openOrders
        case .account: .openAccount
        }
    }
}

enum ShopParameter: String, Hashable, Sendable {
    case address, phone, password, shop, environment, product, order
}

extension CommandArguments {
    func text(_ parameter: ShopParameter) -> String { text(parameter.rawValue) }
}

/// Runs the shop's commands, for its keys and buttons.
@MainActor struct CommandRunner {
    private weak var host: AppHost?

    init(_ host: AppHost) {
        self.host = host
    }

    func callAsFunction(_ command: ShopCommand, _ values: [ShopParameter: PlainValue] = [:]) {
        let named = values.map { ($0.key.rawValue, $0.value) }
        host?.commands.start(command.rawValue, Dictionary(uniqueKeysWithValues: named))
    }
}
