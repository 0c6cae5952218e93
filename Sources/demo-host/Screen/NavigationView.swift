import HostRuntime

/// The navigation: the pages and, beside a wide page, the session, the shop and the environment.
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
            (page, NavigationItem(page.title, hint: page.key, role: .tab) { perform(.open(page)) })
        }
        session = NavigationItem("Log in", hint: "l") { perform(.logInOrOut) }
        actions = [
            NavigationItem("Shop", hint: "s") { perform(.chooseShop) },
            NavigationItem("Environment", hint: "e") { perform(.chooseEnvironment) },
            session,
        ]
        super.init()
        background = ShopStyle.side
        for item in pages.map(\.item) + actions { addSubview(item) }
        for heading in headings {
            heading.accessibilityRole = .heading
            addSubview(heading)
        }
    }

    func show(_ model: ShopModel) {
        for (page, item) in pages { item.isCurrent = page == model.page }
        session.title = model.session == nil ? "Log in" : "Log out"
    }

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

    // The arrows along the line of the entries move between them.
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
        case .basket: "Basket"
        case .orders: "Orders"
        case .account: "Account"
        }
    }

    var key: String { String(rawValue.prefix(1)) }
}

/// An entry of the navigation: a page or an action.
final class NavigationItem: Button {
    let hint: String

    var isCurrent = false {
        didSet { if isCurrent != oldValue { setNeedsDisplay() } }
    }

    private let role: AccessibilityElement.Role

    init(
        _ title: String,
        hint: String,
        role: AccessibilityElement.Role = .button,
        action: @escaping @MainActor () -> Void
    ) {
        self.hint = hint
        self.role = role
        super.init(title, style: ShopStyle.side, action: action)
    }

    var isNarrow = false {
        didSet { if isNarrow != oldValue { setNeedsDisplay() } }
    }

    var tabWidth: Int { TextWidth.width(of: title) + (isNarrow ? 0 : 4) }

    override var accessibilityElements: [AccessibilityElement] {
        [AccessibilityElement(role, title, state: isCurrent ? .selected : [], hint: hint)]
    }

    override var cursorPosition: Point? { Point(x: isNarrow ? 0 : min(2, max(0, bounds.width - 1)), y: 0) }

    override func draw(in canvas: inout Canvas) {
        let style = isFirstResponder ? Theme.selection : (isCurrent ? ShopStyle.current : ShopStyle.side)
        canvas.fill(bounds, style: style)
        guard !isNarrow else {
            canvas.draw(TextWidth.truncate(title, to: bounds.width), at: .zero, style: style)
            return
        }
        if isCurrent, !isFirstResponder {
            canvas.draw(canvas.isASCII ? ">" : "▌", at: .zero, style: Style(foreground: Theme.accent))
        }
        canvas.draw(TextWidth.truncate(title, to: bounds.width - 2), at: Point(x: 2, y: 0), style: style)
        guard bounds.width > tabWidth + 3 else { return }
        let quiet = isFirstResponder ? style : Style(foreground: ShopStyle.heading.foreground)
        canvas.draw(hint, at: Point(x: bounds.width - 3, y: 0), style: quiet)
    }
}
