import HostRuntime

// The shop's sheets and alerts.

extension ShopController {
    func showLogin() {
        // The input was meant for the environment in which it began.
        showForm(of: .logIn, title: "login") { [environment = model.environment] in
            $0.session == nil && $0.environment == environment
        }
    }

    /// Shows the form of a command, which follows the model and stays open while a condition is true.
    func showForm(
        of command: ShopCommand,
        title: String? = nil,
        whileTrue condition: @escaping @MainActor (ShopModel) -> Bool = { _ in true }
    ) {
        guard let offered = host.commands[command.rawValue] else { return }
        let sheet = CommandSheet(for: offered, in: host)
        present(sheet, title: title ?? command.rawValue) { [weak sheet] in
            sheet?.form.reloadChoices()
            return condition($0)
        }
    }

    func showProduct(_ product: Product) {
        let close = Button("Close")
        let add = Button("Add to basket")
        let panel = AlertPanel(title: product.name, message: "", buttons: [])
        add.action = { [weak self, weak panel] in
            panel?.close()
            self?.perform(.addToBasket, [.product: .string(product.id)])
        }
        @MainActor func show(_ product: Product, of model: ShopModel) {
            let refusal = model.refusal(of: product)
            let note = refusal?.description ?? (model.session == nil ? "Log in to order." : nil)
            panel.show(
                [product.about, note].compactMap { $0 }.joined(separator: "\n"),
                product.facts(in: model.basket),
                buttons: refusal == nil ? [add, close] : [close]
            )
        }
        show(product, of: model)
        present(panel, title: "product", level: .alert) {
            [shop = model.shop, environment = model.environment] model in
            guard model.shop == shop, model.environment == environment else { return false }
            guard let product = try? model.product(product.id) else { return false }
            show(product, of: model)
            return true
        }
    }

    func showOrder(_ order: Order) {
        showFacts(order.facts, title: "Order #\(order.number)", window: "order") {
            $0.session != nil && $0.orders.contains(order)
        }
    }

    func askBeforeSwitching(to next: ShopEnvironment) throws(ShopError) {
        try ask(
            "Switch to \(next.rawValue)?",
            "Orders there come from real customers and move real money. Whoever is logged in will be logged out.",
            stay: "Stay in \(model.environment.rawValue)",
            go: "Switch to \(next.rawValue)",
            whileTrue: { [environment = model.environment] in $0.environment == environment },
            action: { [weak self] in self?.switchEnvironment(to: next) }
        )
    }

    func askBeforePlacing(_ order: Order) throws(ShopError) {
        try ask(
            "Place the order?",
            "This is \(model.environment.rawValue): \(order.lines.total) of real money for \(order.lines.summary).",
            stay: "Not yet",
            go: "Place order",
            whileTrue: { [model] in
                $0.session == model.session && $0.shop == model.shop && $0.environment == model.environment
            },
            action: { [weak self] in try self?.placeOrder(order) }
        )
    }

    /// Asks before an action that can't be undone; enter alone leaves everything as it is.
    ///
    /// The question closes without an answer as soon as its condition is false.
    private func ask(
        _ title: String,
        _ message: String,
        stay: String,
        go: String,
        whileTrue condition: @escaping @MainActor (ShopModel) -> Bool,
        action: @escaping @MainActor () throws -> String?
    ) throws(ShopError) {
        guard host.lifecycleState != .background else { throw .nobodyToAsk }
        let go = Button(go, style: ShopStyle.dangerButton)
        go.action = { [weak self, weak go] in
            // A second enter must not answer again.
            go?.action = {}
            self?.perform(.confirm)
        }
        go.focusedStyle = ShopStyle.focusedDangerButton
        let panel = AlertPanel(title: title, message: message, tint: Theme.danger, buttons: [Button(stay), go])
        let dialog = present(panel, title: "confirm", level: .alert, update: condition)
        question = Question(dialog: dialog, action: action)
    }

    func confirm() throws -> String? {
        guard let question, question.isOpen else { throw ShopError.nothingAsked }
        question.dialog.sheet.close()
        return try question.action()
    }

    func showAbout() {
        let shop = model.shop
        let facts: [FactsView.Fact] = [
            .init("City", shop.city),
            .init("State", shop.state),
            .init("Products", "\(model.products.count)"),
            .init("Program", "\(host.name) \(host.version)"),
        ]
        showFacts(facts, title: shop.name, message: shop.motto, window: "about") { $0.shop == shop }
    }

    private func showFacts(
        _ facts: [FactsView.Fact],
        title: String,
        message: String = "",
        window: String,
        whileTrue condition: @escaping @MainActor (ShopModel) -> Bool
    ) {
        let panel = AlertPanel(title: title, message: message, facts: facts, buttons: [Button("Close")])
        present(panel, title: window, level: .alert, update: condition)
    }

    func showHelp() {
        let text = TextView(HelpText.lines(about: host.commands.all))
        text.nameColor = Theme.accent
        let hints: [KeyHint] = [.upDown("scroll"), "esc close"]
        let sheet = Sheet(title: "Keys", hints: hints, content: text, buttons: [Button("Close")])
        present(sheet, title: "help", level: .alert)
    }
}

extension Product {
    func facts(in basket: [Order.Line]) -> [FactsView.Fact] {
        [
            .init("Price", "\(price)", style: ShopStyle.strong),
            .init("Stock", [availability.tint.mark, Span(stock > 0 ? "\(stock) left" : "sold out", ShopStyle.text)]),
            .init("In the basket", "\(basket.count(of: id))"),
        ]
    }
}

extension Order {
    var facts: [FactsView.Fact] {
        lines.facts + [
            .init("Total", "\(lines.total)", style: ShopStyle.strong),
            .init("State", [state.tint.mark, Span(state.rawValue, ShopStyle.text)]),
        ]
    }
}

extension [Order.Line] {
    var facts: [FactsView.Fact] { map { .init("\($0.count) × \($0.name)", "\($0.total)") } }
}
