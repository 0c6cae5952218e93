import HostRuntime

/// The page with the session, the shop and the environment, and buttons to change them.
final class AccountPage: PageView {
    private let facts = FactsView()
    private let shops = DetailPane()
    private let hint = LoginHint("Log in to see orders and to place them.")
    private let logIn: Button
    private let logOut: Button
    private let places: [Button]
    private let buttons = ButtonRow()

    init(perform: CommandRunner) {
        logIn = Button("Log in") { perform(.logInOrOut) }
        logOut = Button("Log out") { perform(.logOut) }
        places = [
            Button("Switch shop") { perform(.chooseShop) },
            Button("Environment") { perform(.chooseEnvironment) },
            Button("About") { perform(.showAbout) },
        ]
        super.init(title: "Account")
        addSubview(facts)
        addSubview(hint)
        addSubview(buttons)
        addSubview(shops)
    }

    // Never the button that logs out.
    override var initialFocus: View? { buttons.buttons.first }

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
        let width = max(0, columns.list.width - 2)
        let air = room.height >= 9 ? 1 : 0
        let lines = buttons.height(forWidth: width, atMost: max(0, room.height - facts.facts.count - 2 * air))
        // Without room for both, the buttons come first.
        let height = min(facts.facts.count, max(0, room.height - lines))
        facts.frame = Rect(x: 1, y: room.minY, width: width, height: height)
        var y = facts.frame.maxY + (hint.isHidden ? 2 : 1) * air
        if !hint.isHidden {
            let height = hint.height(forWidth: width, atMost: room.maxY - y - lines - air)
            hint.frame = Rect(x: 1, y: y, width: width, height: height)
            y += height + (height > 0 ? air : 0)
        }
        buttons.frame = Rect(x: 1, y: y, width: width, height: lines)
        buttons.setNeedsLayout()
    }
}
