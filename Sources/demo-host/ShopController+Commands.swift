import HostRuntime

// The shop's commands. Its own keys and buttons run them too.

extension ShopController {
    func offerCommands() throws {
        try offerPages()
        try offerSession()
        try offerPlaces()
        try offerBasket()
        try offerSheets()
    }

    private func offerPages() throws {
        for page in ShopModel.Page.allCases {
            let key = KeyEvent(name: page.key)
            try offer(.open(page), "Go to \(page.title)", group: "Pages", icon: page.icon, key: key) {
                [unowned self] _ in
                change { $0.open(page) }
                return nil
            }
        }
        let address = parameter(.address, "Address", hint: "https://…")
        try offer(.openAddress, "Open an address", group: "Pages", icon: "↗", [address]) { [unowned self] arguments in
            try await open(arguments.text(.address))
            return nil
        }
        try offer(.showAbout, "About this shop", group: "Shop", icon: "ℹ") { [unowned self] _ in
            showAbout()
            return nil
        }
        try offer(.showHelp, "Show the keys", group: "Shop", icon: "?", key: KeyEvent(.character("?"))) {
            [unowned self] _ in
            showHelp()
            return nil
        }
    }

    // MARK: - Session, shop and environment

    private func offerSession() throws {
        let phone = parameter(.phone, "Phone", hint: Session.phoneHint) { Session.problem(phone: "\($0)")?.rule }
        let password = parameter(.password, "Password", kind: .secret, hint: Session.passwordHint) {
            Session.problem(password: "\($0)")?.rule
        }
        let note: Command.Note = { [unowned self] in
            model.session.map { "You're logged in as \($0.label). Another login replaces this one." }
                ?? "Make up any number and any password."
        }
        try offer(.logIn, "Log in", group: "Session", icon: "→", [phone, password], note: note) {
            [unowned self] arguments in
            try change { try $0.logIn(phone: arguments.text(.phone), password: arguments.text(.password)) }
            return "Welcome, \(model.session?.label ?? "merchant")."
        }
        try offer(.logOut, "Log out", group: "Session", icon: "←") { [unowned self] _ in
            try logOut()
        }
    }

    private func logOut() throws -> String {
        try change { try $0.logOut() }
        return "Logged out."
    }

    private func offerPlaces() throws {
        let shop = parameter(.shop, "Shop", kind: .choice { [unowned self] in model.shopChoices })
        try offer(.switchShop, "Switch shop", group: "Shop", icon: "⌂", [shop]) { [unowned self] arguments in
            let old = model.shop
            try change { try $0.switchShop(to: arguments.text(.shop)) }
            let place = "\(model.shop.name), \(model.shop.city)"
            return model.shop == old ? "Already in \(place)." : "Now in \(place)."
        }
        let environment = parameter(
            .environment,
            "Environment",
            kind: .choice { [unowned self] in model.environmentChoices }
        )
        try offer(.switchEnvironment, "Switch environment", group: "Environment", icon: "◍", [environment]) {
            [unowned self] arguments in
            guard let next = ShopEnvironment(rawValue: arguments.text(.environment)) else { return nil }
            guard next != model.environment else { return "Already in \(next.rawValue)." }
            guard !next.needsConfirmation else {
                // The command ends here, with nothing done yet: its caller may cover the question.
                try askBeforeSwitching(to: next)
                return nil
            }
            return switchEnvironment(to: next)
        }
    }

    /// Switches without asking, and returns the text to show.
    func switchEnvironment(to next: ShopEnvironment) -> String {
        let hadSession = model.session != nil
        change { $0.switchEnvironment(to: next) }
        return "Now in \(next.rawValue)." + (hadSession ? " Log in again." : "")
    }

    // MARK: - The basket and the orders

    private func offerBasket() throws {
        let product = parameter(.product, "Product", kind: .choice { [unowned self] in model.productChoices })
        try offer(.showProduct, "Show a product", group: "Basket", icon: "◇", [product]) { [unowned self] arguments in
            showProduct(try model.product(arguments.text(.product)))
            return nil
        }
        let order = parameter(.order, "Order", kind: .choice { [unowned self] in model.orderChoices })
        try offer(.showOrder, "Show an order", group: "Basket", isListed: false, [order]) { [unowned self] arguments in
            showOrder(try model.order(arguments.text(.order)))
            return nil
        }
        try offer(.addToBasket, "Add to the basket", group: "Basket", icon: "+", [product]) {
            [unowned self] arguments in
            let id = arguments.text(.product)
            try change { (model) throws(ShopError) in try model.addToBasket(id) }
            let name = try model.product(id).name
            return "Added \(name). \(model.basket.pieces) in the basket, \(model.basket.total)."
                + (model.session == nil ? " Log in to order." : "")
        }
        try offer(.clearBasket, "Empty the basket", group: "Basket", icon: "−") { [unowned self] _ in
            try change { (model) throws(ShopError) in try model.clearBasket() }
            return "The basket is empty again."
        }
        try offer(.placeOrder, "Place the order", group: "Basket", icon: "✓") { [unowned self] _ in
            guard model.environment.needsConfirmation else { return try placeOrder() }
            // An order that can't be placed is an error, not a question.
            var trial = model
            let order = try trial.placeOrder()
            try askBeforePlacing(order)
            return nil
        }
    }

    /// Places the order without asking, and returns the text to show; throws if it isn't the one that was asked about.
    func placeOrder(_ asked: Order? = nil) throws(ShopError) -> String {
        let order = try change { (model) throws(ShopError) in
            let order = try model.placeOrder()
            guard asked == nil || order == asked else { throw .basketChanged }
            return order
        }
        return "Placed order #\(order.number) for \(order.lines.total)."
    }

    // MARK: - Sheets

    /// Offers the commands of the keys that open a sheet or answer a question.
    ///
    /// Lists leave them out, because each does the same as another command.
    private func offerSheets() throws {
        try offer(.logInOrOut, "Log in or out", group: "Session", key: KeyEvent(.character("l")), isListed: false) {
            [unowned self] _ in
            if model.session != nil { return try logOut() }
            showLogin()
            return nil
        }
        try offer(.chooseShop, "Switch shop", group: "Shop", key: KeyEvent(.character("s")), isListed: false) {
            [unowned self] _ in
            showForm(of: .switchShop)
            return nil
        }
        try offer(
            .chooseEnvironment,
            "Switch environment",
            group: "Environment",
            key: KeyEvent(.character("e")),
            isListed: false
        ) { [unowned self] _ in
            showForm(of: .switchEnvironment)
            return nil
        }
        try offer(.confirm, "Answer yes to the shop's question", group: "Shop", isListed: false) {
            [unowned self] _ in
            try confirm()
        }
    }

    // MARK: - Offering

    private func offer(
        _ command: ShopCommand,
        _ title: String,
        group: String,
        icon: String? = nil,
        key: KeyEvent? = nil,
        isListed: Bool = true,
        _ parameters: [CommandParameter] = [],
        note: @escaping Command.Note = { nil },
        action: @escaping Command.Action
    ) throws {
        try host.commands.offer(
            Command(
                id: command.rawValue,
                title: title,
                group: group,
                icon: icon,
                key: key,
                isListed: isListed,
                requiresScreen: command.requiresScreen,
                parameters: parameters,
                note: note,
                isAvailable: { [unowned self] in
                    model.refusals[command].map { .unavailable("\($0)") } ?? .available
                },
                action: action
            )
        )
    }

    private func parameter(
        _ parameter: ShopParameter,
        _ title: String,
        kind: CommandParameter.Kind = .text,
        hint: String? = nil,
        validate: CommandParameter.Validation? = nil
    ) -> CommandParameter {
        CommandParameter(name: parameter.rawValue, title: title, kind: kind, hint: hint, validate: validate)
    }
}

extension ShopModel.Page {
    fileprivate var icon: String {
        switch self {
        case .home: "▤"
        case .basket: "▢"
        case .orders: "≡"
        case .account: "☺"
        }
    }
}
