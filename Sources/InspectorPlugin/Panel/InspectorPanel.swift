import HostRuntime

/// The inspector's panel on the screen; it has a window only while it's open.
@MainActor final class InspectorPanel {
    /// The level of the panel: above alerts, which it must be able to show.
    static let level = WindowLevel.alert + 100

    let context: PluginContext

    /// The changes to windows that can be taken back, oldest first; they outlast the panel.
    var undos: [WindowUndo] = []

    private var window: Window?
    private var view: PanelView?
    private var page: Page?
    private var resizing: Subscription?
    private var lastPage = PageKind.all[0].id
    private var isHalf: Bool?

    init(_ context: PluginContext) {
        self.context = context
        owner = .plugin(context.manifest.id)
    }

    /// The inspector itself as an owner, whose windows and messages are hidden by default.
    let owner: Owner

    var isOpen: Bool { window != nil }

    /// The id of the page that is shown; nil while the panel is closed.
    var openPage: String? { page == nil ? nil : lastPage }

    // MARK: - Opening and closing

    func toggle() {
        if isOpen { close() } else { open(lastPage) }
    }

    /// Opens the panel at a page.
    func open(_ id: String) {
        guard let kind = PageKind.all.first(where: { $0.id == id }) else { return }
        let view = view ?? makeWindow()
        if page == nil || lastPage != id {
            page?.close()
            let page = kind.make(self)
            (self.page, lastPage) = (page, id)
            view.show(page, id: id)
            page.open()
        }
        window?.makeKeyAndVisible()
        page?.firstControl.becomeFirstResponder()
        actionsDidChange()
    }

    /// Closes the panel, and releases everything that it has acquired.
    func close() {
        page?.close()
        page = nil
        resizing?.cancel()
        resizing = nil
        window?.close()
        window = nil
        view = nil
    }

    private func makeWindow() -> PanelView {
        let view = PanelView(tabs: PageKind.all.map { ($0.id, $0.title) })
        view.onClose = { [weak self] in self?.close() }
        view.onPage = { [weak self] in self?.open($0) }
        view.onZoom = { [weak self] in self?.zoom() }
        let window = context.windows.make(title: "inspector", level: InspectorPanel.level, frame: frame, root: view)
        (self.window, self.view) = (window, view)
        resizing = context.bus.observe(DidResize.self) { [weak self] _ in self?.place() }
        return view
    }

    func actionsDidChange() {
        guard let page else { return }
        view?.showActions(page.actions)
    }

    // MARK: - Place

    /// Switches between the whole screen and its lower half.
    private func zoom() {
        isHalf = !isHalfNow
        place()
    }

    // On a tall screen the program stays visible above the panel.
    private var isHalfNow: Bool { isHalf ?? (context.windows.traits.size.height >= 40) }

    private var frame: Rect {
        let size = context.windows.traits.size
        let height = isHalfNow && size.height >= 12 ? (size.height + 1) / 2 : size.height
        return Rect(x: 0, y: size.height - height, width: size.width, height: height)
    }

    private func place() {
        window?.frame = frame
    }
}
