import HostRuntime

// The shop's sheets and alerts.

extension ShopController {
    func showLogin() {
        let panel = LoginPanel()
        panel.logIn = { [weak self, weak panel] phone, password in
            self?.host.runCommand("session.login", ["phone": .string(phone), "password": .string(password)]) {
                switch $0 {
                case .success: panel?.onClose?()
                case .failure(let error): panel?.show(error: "\(error)")
                }
            }
        }
        present(panel, title: "login", level: .normal)
    }

    func showChoices(_ title: String, _ choices: [CommandChoice], command: String, parameter: String) {
        let panel = ChoicePanel(title: title, choices: choices)
        panel.onChoose = { [weak self, weak panel] choice in
            panel?.onClose?()
            self?.host.runCommand(command, [parameter: .string(choice.value)])
        }
        present(panel, title: command, level: .normal)
    }

    func showProduct(_ product: Product) {
        let close = Button("Close")
        let add = Button("Add to order") { [weak self, weak close] in
            close?.action?()
            self?.host.runCommand("order.add", ["product": .string(product.id)])
        }
        let stock = product.stock > 0 ? "\(product.stock) left" : "sold out"
        let canOrder = product.stock > model.draft.count(of: product) && model.shop.isOpen
        let panel = AlertPanel(
            title: product.name,
            message: product.about,
            facts: [
                .init("Price", "\(product.price)", style: ShopStyle.strong),
                .init(
                    "Stock",
                    [Span("● ", Style(foreground: product.availability.tint.color)), Span(stock, ShopStyle.text)]
                ),
                .init("In the order", "\(model.draft.count(of: product))"),
            ],
            tint: Theme.accent,
            buttons: canOrder ? [add, close] : [close]
        )
        close.action = { [weak panel] in panel?.onClose?() }
        present(panel, title: "product", level: .alert)
    }

    func askBeforeSwitching(to next: ShopEnvironment) {
        let stay = Button("Stay in \(model.environment.rawValue)")
        let go = Button("Switch to \(next.rawValue)", style: ShopStyle.dangerButton) { [weak self, weak stay] in
            stay?.action?()
            guard let self else { return }
            show(StatusLine.Toast(text: switchEnvironment(to: next), isError: false))
        }
        go.focusedStyle = ShopStyle.focusedDangerButton
        let panel = AlertPanel(
            title: "Switch to \(next.rawValue)?",
            message:
                "Orders there come from real customers and move real money. Whoever is logged in will be logged out.",
            tint: Theme.danger,
            buttons: [stay, go]
        )
        stay.action = { [weak panel] in panel?.onClose?() }
        present(panel, title: "confirm", level: .alert)
    }

    func showAbout() {
        let shop = model.shop
        tell(
            title: shop.name,
            message: shop.motto,
            facts: [
                .init("City", shop.city),
                .init("State", shop.state),
                .init("Products", "\(model.products.count)"),
                .init("Program", "\(host.name) \(host.version)"),
            ],
            window: "about"
        )
    }

    func showHelp() {
        let keys = [
            ("h  o  a", "home, orders, account"), ("l", "log in or out"), ("s", "switch shop"), ("e", "environment"),
            ("arrows", "move"), ("tab", "next control"), ("enter", "open or press"), ("escape", "close"),
            ("q", "quit"),
        ]
        tell(
            title: "Keys",
            message: "",
            facts: keys.map { .init($0.0, $0.1) },
            window: "help"
        )
    }

    private func tell(title: String, message: String, facts: [FactsView.Fact], window: String) {
        let close = Button("Close")
        let panel = AlertPanel(title: title, message: message, facts: facts, tint: Theme.accent, buttons: [close])
        close.action = { [weak panel] in panel?.onClose?() }
        present(panel, title: window, level: .alert)
    }
}

extension Order {
    /// How many pieces of a product it has.
    func count(of product: Product) -> Int {
        lines.first { $0.product.id == product.id }?.count ?? 0
    }
}
