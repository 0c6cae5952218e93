import HostRuntime

/// The root of the panel's window: the tabs, a page, and its actions.
final class PanelView: View {
    var onClose: (@MainActor () -> Void)?
    var onPage: (@MainActor (String) -> Void)?
    var onZoom: (@MainActor () -> Void)?

    private let tabs: [String]
    private let tabBar: TabBar
    private let actionBar = ActionBar()
    private var menu: ActionMenu?
    private var page: Page?
    private var pageActions: [PageAction] = []

    init(tabs: [(id: String, title: String)]) {
        self.tabs = tabs.map(\.id)
        tabBar = TabBar(titles: tabs.map(\.title))
        super.init()
        background = Look.page
        // Touches beside the controls must not reach the program.
        gestures = GestureConfiguration()
        tabBar.onChoose = { [weak self] in self?.choose($0) }
        tabBar.onClose = { [weak self] in self?.onClose?() }
        actionBar.onMore = { [weak self] in self?.showMenu() }
        for view in [tabBar, actionBar] as [View] { addSubview(view) }
    }

    func show(_ page: Page, id: String) {
        closeMenu()
        self.page?.removeFromSuperview()
        self.page = page
        addSubview(page)
        tabBar.selected = tabs.firstIndex(of: id) ?? 0
        setNeedsLayout()
        layOut()
    }

    func showActions(_ actions: [PageAction]) {
        pageActions = actions
        let panel = [
            PageAction(.tab, "page") { [weak self] in self?.turn(by: 1) },
            PageAction(.character("z"), "size") { [weak self] in self?.onZoom?() },
            PageAction(.escape, "close") { [weak self] in self?.leave() },
        ]
        actionBar.actions = actions + panel
    }

    private func choose(_ index: Int) {
        guard tabs.indices.contains(index) else { return }
        onPage?(tabs[index])
    }

    private func turn(by step: Int) {
        guard !tabs.isEmpty else { return }
        choose((tabBar.selected + step + tabs.count) % tabs.count)
    }

    private func leave() {
        if menu != nil { return closeMenu() }
        if page?.leave() != true { onClose?() }
    }

    // MARK: - The list of actions

    private func showMenu() {
        guard menu == nil else { return closeMenu() }
        let menu = ActionMenu(actionBar.actions) { [weak self] action in
            self?.closeMenu()
            action.perform()
        }
        self.menu = menu
        addSubview(menu)
        setNeedsLayout()
        layOut()
        menu.becomeFirstResponder()
    }

    private func closeMenu() {
        guard let menu else { return }
        menu.removeFromSuperview()
        self.menu = nil
        page?.firstControl.becomeFirstResponder()
    }

    // MARK: - Keys

    override func keyDown(_ event: KeyEvent) -> Bool {
        switch (event.key, event.modifiers) {
        case (.escape, []): leave()
        case (.tab, []): turn(by: 1)
        case (.tab, .shift): turn(by: -1)
        case (.character("?"), []): showMenu()
        default:
            if let action = actionBar.actions.first(where: { $0.key == event }) {
                action.perform()
                return true
            }
            // Function keys and keys with control or alt belong to the program; others must not reach the page behind.
            guard event.modifiers.subtracting(.shift).isEmpty else { return false }
            if case .function = event.key { return false }
        }
        return true
    }

    // The wheel doesn't reach the program either.
    override func scroll(by rows: Int) -> Bool { true }

    // MARK: - Layout

    override func layoutSubviews() {
        layOut()
    }

    private func layOut() {
        let (width, height) = (bounds.width, bounds.height)
        let foot = height >= 4 ? 1 : 0
        let head = height >= 2 ? 1 : 0
        tabBar.frame = Rect(x: 0, y: 0, width: width, height: head)
        page?.frame = Rect(x: 0, y: head, width: width, height: height - head - foot)
        actionBar.frame = Rect(x: 0, y: height - foot, width: width, height: foot)
        menu?.place(above: actionBar.frame, in: bounds)
    }
}
