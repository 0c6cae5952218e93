import HostRuntime

// Everything that can be done in the shop, as commands: its own keys and
// buttons run them too.

extension ShopController {
    func offerCommands() throws {
        try offerPages()
        try offerSession()
        try offerPlaces()
        try offerOrders()
        try offerSheets()
    }

    private func offerPages() throws {
        for page in ShopModel.Page.allCases {
            try host.commands.offer(
                Command(
                    id: "page.\(page.rawValue)",
                    title: "Go to \(page.title)",
                    group: "Pages",
                    icon: page.icon,
                    key: KeyEvent(name: page.key)
                ) { [unowned self] _ in
                    change { $0.open(page) }
                    return nil
                }
            )
        }
        let address = CommandParameter(name: "address", title: "Address", hint: "https://… or shop:orders")
        try offer("page.open", "Open an address", group: "Pages", icon: "↗", [address]) { [unowned self] arguments in
            try await open(PageAddress(arguments.text("address")))
            return nil
        }
        try offer("shop.about", "About this shop", group: "Shop", icon: "ℹ") { [unowned self] _ in
            showAbout()
            return nil
        }
        try offer("shop.help", "Show the keys", group: "Shop", icon: "?", key: KeyEvent(.character("?"))) {
            [unowned self] _ in
            showHelp()
            return nil
        }
    }

    /// The shop's own way to what other commands need a form for, and to an answer.
    ///
    /// They are the keys of commands that are listed, so no list shows them beside those.
    private func offerSheets() throws {
        let sheets: [(id: String, title: String, group: String, key: KeyEvent?, action: Command.Action)] = [
            (
                "session.toggle", "Log in or out", "Session", KeyEvent(.character("l")),
                { [unowned self] _ in
                    if model.session != nil { return try logOut() }
                    showLogin()
                    return nil
                }
            ),
            (
                "shop.choose", "Switch shop", "Shop", KeyEvent(.character("s")),
                { [unowned self] _ in
                    chooseShop()
                    return nil
                }
            ),
            (
                "environment.choose", "Switch environment", "Environment", KeyEvent(.character("e")),
                { [unowned self] _ in
                    chooseEnvironment()
                    return nil
                }
            ),
            (
                "shop.confirm", "Answer yes to the shop's question", "Shop", nil,
                { [unowned self] _ in try confirm() }
            ),
        ]
        for sheet in sheets {
            let (id, title, group, key, action) = sheet
            try host.commands.offer(
                Command(id: id, title: title, group: group, key: key, isListed: false, action: action)
            )
        }
    }

    private func logOut() throws -> String {
        try change { try $0.logOut() }
        return "Logged out."
    }

    private func offerSession() throws {
        try offer(
            "session.login",
            "Log in",
            group: "Session",
            icon: "→",
            [
                CommandParameter(name: "phone", title: "Phone", hint: Session.phoneHint) {
                    Session.problem(phone: "\($0)")?.rule
                },
                CommandParameter(name: "password", title: "Password", kind: .secret, hint: Session.passwordHint) {
                    Session.problem(password: "\($0)")?.rule
                },
            ]
        ) { [unowned self] arguments in
            try change { try $0.logIn(phone: arguments.text("phone"), password: arguments.text("password")) }
            return "Welcome, \(model.session?.label ?? "merchant")."
        }
        try offer("session.logout", "Log out", group: "Session", icon: "←") { [unowned self] _ in
            try logOut()
        }
    }

    private func offerPlaces() throws {
        let shop = CommandParameter(name: "shop", title: "Shop", kind: .choice { [unowned self] in model.shopChoices })
        try offer("shop.switch", "Switch shop", group: "Shop", icon: "⌂", [shop]) { [unowned self] arguments in
            let old = model.shop
            try change { try $0.switchShop(to: arguments.text("shop")) }
            let place = "\(model.shop.name), \(model.shop.city)"
            return model.shop == old ? "Already in \(place)." : "Now in \(place)."
        }
        let environment = CommandParameter(
            name: "environment",
            title: "Environment",
            kind: .choice { [unowned self] in model.environmentChoices }
        )
        try offer("environment.switch", "Switch environment", group: "Environment", icon: "◍", [environment]) {
            [unowned self] arguments in
            guard let next = ShopEnvironment(rawValue: arguments.text("environment")) else { return nil }
            return goTo(next)
        }
    }

    private func goTo(_ next: ShopEnvironment) -> String? {
        guard next != model.environment else { return "Already in \(next.rawValue)." }
        guard !next.needsConfirmation else {
            // The command does not wait: whoever ran it may be what the answer needs out of the way.
            // Nothing is done yet, so there is nothing to report either.
            askBeforeSwitching(to: next)
            return nil
        }
        return switchEnvironment(to: next)
    }

    /// Switches without asking, and returns what to say.
    func switchEnvironment(to next: ShopEnvironment) -> String {
        let hadSession = model.session != nil
        change { $0.switchEnvironment(to: next) }
        return "Now in \(next.rawValue)." + (hadSession ? " Log in again." : "")
    }

    private func offerOrders() throws {
        let product = CommandParameter(
            name: "product",
            title: "Product",
            kind: .choice { [unowned self] in model.productChoices }
        )
        try offer("product.show", "Show a product", group: "Orders", icon: "◇", [product]) { [unowned self] arguments in
            showProduct(try model.product(arguments.text("product")))
            return nil
        }
        try offer("order.add", "Add to the order", group: "Orders", icon: "+", [product]) { [unowned self] arguments in
            let id = arguments.text("product")
            try change { try $0.addToOrder(id) }
            let draft = model.draft
            let name = try model.product(id).name
            return "Added \(name). \(draft.pieces) in the order, \(draft.total)."
        }
        try offer("order.clear", "Clear the order", group: "Orders", icon: "−") { [unowned self] _ in
            try change { try $0.clearOrder() }
            return "The order is empty again."
        }
        try offer("order.place", "Place the order", group: "Orders", icon: "✓") { [unowned self] _ in
            guard model.environment.needsConfirmation else { return try placeOrder() }
            // What cannot be placed is not asked about.
            var trial = model
            let order = try trial.placeOrder()
            askBeforePlacing(order)
            return nil
        }
    }

    /// Places the order without asking, and returns what to say.
    func placeOrder() throws(ShopError) -> String {
        let order = try change { (model) throws(ShopError) in try model.placeOrder() }
        return "Placed order #\(order.number) for \(order.total)."
    }

    private func offer(
        _ id: String,
        _ title: String,
        group: String,
        icon: String? = nil,
        key: KeyEvent? = nil,
        _ parameters: [CommandParameter] = [],
        action: @escaping Command.Action
    ) throws {
        try host.commands.offer(
            Command(
                id: id,
                title: title,
                group: group,
                icon: icon,
                key: key,
                parameters: parameters,
                isAvailable: { [unowned self] in model.refusals[id].map { .unavailable("\($0)") } ?? .available },
                action: action
            )
        )
    }
}

extension ShopModel.Page {
    /// The sign of the page in menus.
    fileprivate var icon: String {
        switch self {
        case .home: "▤"
        case .orders: "≡"
        case .account: "☺"
        }
    }
}
