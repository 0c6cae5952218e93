import HostRuntime

/// The page with the session, the shop and the environment, and buttons to change them.
final class AccountPage: FactsPage {
    private let shops = DetailPane()
    private let logIn: Button
    private let logOut: Button
    private let places: [Button]

    init(perform: CommandRunner) {
        logIn = Button("Log in") { perform(.logInOrOut) }
        logOut = Button("Log out") { perform(.logOut) }
        places = [
            Button("Switch shop") { perform(.chooseShop) },
            Button("Environment") { perform(.chooseEnvironment) },
            Button("About") { perform(.showAbout) },
        ]
        super.init(title: "Account", hint: "Log in to order, and to see your orders.")
        addSubview(shops)
    }

    override func show(_ model: ShopModel) {
        let environment =
            model.environment == .production
            ? Span(" \(model.environment.rawValue) ", model.environment.badge)
            : Span(model.environment.rawValue, Style(foreground: model.environment.tint.color))
        let style = model.session == nil ? Theme.quiet : ShopStyle.strong
        facts.facts = [
            .init("Merchant", model.session?.label ?? "nobody is logged in", style: style),
            .init("Shop", [Span(model.shop.name, ShopStyle.strong), Span("  \(model.shop.city)", Theme.quiet)]),
            .init("State", [model.shop.tint.mark, Span(model.shop.state, ShopStyle.text)]),
            .init("Environment", [environment, Span("  \(model.environment.about)", Theme.quiet)]),
        ]
        setSubtitle([Span(model.shop.motto, Theme.quiet)])
        shops.show(
            "Shops",
            facts: model.shops.map {
                .init($0.name, [$0.tint.mark, Span("\($0.state)  ", ShopStyle.text), Span($0.city, Theme.quiet)])
            }
        )
        hint.isHidden = model.session != nil
        buttons.buttons = model.session == nil ? [logIn] + places : places + [logOut]
        setNeedsLayout()
    }

    override func layoutContent(in room: Rect) {
        let columns = PageColumns(room, panes: [shops.height(forWidth: 44)])
        shops.frame = columns.panes[0]
        shops.isHidden = shops.frame.isEmpty
        super.layoutContent(in: columns.list)
    }
}
