import HostRuntime

/// The root view of the shop's window.
final class ShopScreen: View {
    private let header: HeaderView
    private let navigation: NavigationView
    private let pages: [(page: ShopModel.Page, view: PageView)]
    private let status = StatusLine()
    private let perform: CommandRunner
    private var page: ShopModel.Page

    /// Returns the hints of commands' keys for the status line, the most important first.
    var findKeys: @MainActor () -> [KeyHint] = { [] }

    /// Returns the problem that the status line shows for as long as it lasts; nil for none.
    var findNotice: @MainActor () -> String? = { nil }

    // Found before the next frame: thousands of commands and plugins may change in one turn.
    private var needsStatus = false
    private var pinned: [KeyHint] = []

    /// Whether keys go to the shop; otherwise their hints are left out.
    var isKey = true {
        didSet { updateHints() }
    }

    init(model: ShopModel, perform: CommandRunner) {
        self.perform = perform
        page = model.page
        header = HeaderView(model: model, perform: perform)
        navigation = NavigationView(perform: perform)
        pages = [
            (.home, HomePage(model: model, perform: perform)),
            (.basket, BasketPage(perform: perform)),
            (.orders, OrdersPage(model: model, perform: perform)),
            (.account, AccountPage(perform: perform)),
        ]
        super.init()
        background = Theme.page
        addSubview(header)
        addSubview(navigation)
        for (_, view) in pages { addSubview(view) }
        addSubview(status)
        show(model)
    }

    func show(_ model: ShopModel) {
        let isOtherPage = model.page != page
        page = model.page
        header.show(model)
        navigation.show(model)
        for (page, view) in pages {
            view.isHidden = page != model.page
            view.show(model)
        }
        updateHints()
        // A hidden view must not keep the keyboard.
        if isOtherPage || !hasFocus { focusPage() }
    }

    /// Shows the keys of the commands and the notice as they are when the next frame is drawn.
    func setNeedsStatus() {
        needsStatus = true
        setNeedsLayout()
    }

    func focusPage() {
        if currentPage?.initialFocus?.becomeFirstResponder() != true { navigation.focusCurrent() }
    }

    private var currentPage: PageView? { pages.first { $0.page == page }?.view }

    private var hasFocus: Bool { focused(in: self) }

    private func focused(in view: View) -> Bool {
        !view.isHidden && (view.isFirstResponder || view.subviews.contains(where: focused))
    }

    // The most important first: without room, those before the last one are left out.
    private func updateHints() {
        let enter = KeyHint("enter", currentPage?.enterAction ?? "press")
        status.hints = isKey ? [enter, "? keys"] + pinned + [.upDown("move"), "tab next", "q quit"] : []
    }

    override func layoutSubviews() {
        if needsStatus {
            needsStatus = false
            pinned = findKeys()
            status.notice = findNotice()
            updateHints()
        }
        let layout = ShopLayout(bounds.size)
        header.frame = layout.header
        navigation.isCompact = layout.isCompact
        navigation.frame = layout.navigation
        navigation.isHidden = layout.navigation.isEmpty
        for (_, view) in pages { view.frame = layout.page }
        status.frame = layout.status
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        guard event.modifiers.isEmpty else { return false }
        switch event.key {
        case .character("1"): perform(.openHome)
        case .character("2"): perform(.openBasket)
        case .character("3"): perform(.openOrders)
        case .character("4"): perform(.openAccount)
        case .left: navigation.focusCurrent()
        case .right, .down: if focused(in: navigation) { focusPage() }
        default: return false
        }
        return true
    }
}
