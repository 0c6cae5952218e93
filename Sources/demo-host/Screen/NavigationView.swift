import HostRuntime

/// The way to the pages, and beside a wide page to what changes who and where one is.
final class NavigationView: View {
    private let pages: [(page: ShopModel.Page, item: NavigationItem)]
    private let session: NavigationItem
    private let actions: [NavigationItem]
    private let headings = [Label("PAGES", style: ShopStyle.heading), Label("SESSION", style: ShopStyle.heading)]

    var isCompact = false {
        didSet { if isCompact != oldValue { setNeedsLayout() } }
    }

    init(perform: CommandRunner) {
        pages = ShopModel.Page.allCases.map { page in
            (page, NavigationItem(page.title, hint: page.key) { perform("page.\(page.rawValue)") })
        }
        session = NavigationItem("Log in", hint: "l") { perform("session.toggle") }
        actions = [
            NavigationItem("Shop", hint: "s") { perform("shop.choose") },
            NavigationItem("Environment", hint: "e") { perform("environment.choose") },
            session,
        ]
        super.init()
        background = ShopStyle.side
        for item in pages.map(\.item) + actions { addSubview(item) }
        for heading in headings { addSubview(heading) }
    }

    func show(_ model: ShopModel) {
        for (page, item) in pages { item.isCurrent = page == model.page }
        session.title = model.session == nil ? "Log in" : "Log out"
    }

    /// Gives the keyboard to the entry of the page that is seen.
    func focusCurrent() {
        pages.first { $0.item.isCurrent }?.item.becomeFirstResponder()
    }

    override func layoutSubviews() {
        for view in actions as [View] + headings { view.isHidden = isCompact }
        for (_, item) in pages { item.isNarrow = false }
        if isCompact { return layoutTabs() }
        var y = 1
        for (heading, items) in zip(headings, [pages.map(\.item), actions]) {
            heading.frame = Rect(x: 2, y: y, width: bounds.width - 3, height: 1)
            y += 2
            for item in items {
                item.frame = Rect(x: 0, y: y, width: bounds.width, height: 1)
                y += 1
            }
            y += 1
        }
    }

    private func layoutTabs() {
        let isNarrow = pages.map(\.item.tabWidth).reduce(0, +) > bounds.width
        var x = 0
        for (_, item) in pages {
            item.isNarrow = isNarrow
            item.frame = Rect(x: x, y: 0, width: min(item.tabWidth, bounds.width - x), height: 1)
            x += item.tabWidth + (isNarrow ? 1 : 0)
        }
    }

    /// Moves among the entries by the arrows along the line they stand in.
    override func keyDown(_ event: KeyEvent) -> Bool {
        let (back, on) = isCompact ? (KeyEvent.Key.left, KeyEvent.Key.right) : (.up, .down)
        guard event.modifiers.isEmpty, event.key == back || event.key == on else { return false }
        let items = pages.map(\.item) + (isCompact ? [] : actions)
        guard let index = items.firstIndex(where: \.isFirstResponder) else { return false }
        let next = index + (event.key == on ? 1 : -1)
        if items.indices.contains(next) { items[next].becomeFirstResponder() }
        return true
    }
}

extension ShopModel.Page {
    var title: String {
        switch self {
        case .home: "Home"
        case .orders: "Orders"
        case .account: "Account"
        }
    }

    /// The key that opens it.
    var key: String { String(rawValue.prefix(1)) }
}
