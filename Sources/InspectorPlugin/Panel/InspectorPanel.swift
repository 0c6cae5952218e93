import HostRuntime

/// The inspector's panel on the screen; it has a window only while it's open.
@MainActor final class InspectorPanel {
    /// The level of the panel: above alerts, which it must be able to show.
    static let level = WindowLevel.alert + 100

    let context: PluginContext

    /// The inspector itself as an owner, whose windows and messages are hidden by default.
    let owner: Owner

    /// Whether lists include the inspector's own messages, observers and log entries.
    var showsOwn = false

    /// The names of the messages that the list of traffic leaves out; they outlast the panel.
    var mutedMessages: Set<String> = []

    /// The changes to windows that can be undone, oldest first; they outlast the panel.
    var undos: [WindowUndo] = [] {
        didSet { undos = undos.suffix(InspectorPanel.undoLimit) }
    }

    /// The changes to stored values that can be undone, oldest first; they outlast the panel.
    var storeUndos: [StoreUndo] = [] {
        didSet { storeUndos = storeUndos.suffix(InspectorPanel.undoLimit) }
    }

    /// The number of changes of a kind that can be undone.
    static let undoLimit = 100

    /// The cell that the person pointed at last.
    private(set) var pickedPoint: Point?

    private let highlight: Highlight
    private var highlighted: Rect?
    private var window: Window?
    private var view: PanelView?
    private var page: InspectorPage?
    private var following: [Subscription] = []
    private var picker: Picker?
    private var form: CommandSheet?
    private var lastPage = PageKind.all[0].id
    private var size: PanelSize?
    private var memories: [String: PageState] = [:]
    // Ends the sentence at the foot.
    private var silence: HostTimer?

    init(_ context: PluginContext) {
        self.context = context
        owner = .plugin(context.manifest.id)
        highlight = Highlight(context)
    }

    /// The page that is open, or was last.
    var pageID: String { lastPage }

    // MARK: - Opening and closing

    /// Closes the panel if it has the keyboard, and otherwise opens it or gives the keyboard to it.
    ///
    /// The first time ever, the panel says how to come and go.
    func toggle() {
        if hasKeyboard { return close() }
        open(lastPage)
        let store = context.storage.store
        guard store.all["introduced"] == nil else { return }
        store.update { $0["introduced"] = true }
        let key = InspectorCommands.key
        view?.hint = "t goes to the program, \(key) comes back here, and \(key) again closes this."
    }

    /// Whether the panel has the keyboard, or what is open in front of it: a form, or the cover for pointing.
    private var hasKeyboard: Bool { context.windows.visible.contains { $0.isKey && $0.owner == owner } }

    /// Opens the panel at a page, and returns the page.
    @discardableResult
    func open(_ id: String) -> InspectorPage? {
        guard let kind = PageKind.all.first(where: { $0.id == id }) else { return nil }
        endPicking()
        let view = view ?? makeWindow()
        if page == nil || lastPage != id {
            closePage()
            let page = kind.make(self)
            (self.page, lastPage) = (page, id)
            view.show(page, id: id)
            page.open()
        }
        window?.pageTitle = "Inspector: \(kind.title)"
        window?.makeKeyAndVisible()
        view.takeKeyboard()
        actionsDidChange()
        return page
    }

    /// Closes the panel, and releases everything that it has acquired.
    func close() {
        endPicking()
        form?.close()
        form = nil
        closePage()
        for subscription in following { subscription.cancel() }
        following = []
        silence?.cancel()
        silence = nil
        window?.close()
        window = nil
        view = nil
        // A forgotten filter would hide what the person looks for the next time.
        for id in memories.keys { memories[id]?.filter = "" }
    }

    private func closePage() {
        page?.close()
        page = nil
        showHighlight(nil)
    }

    private func makeWindow() -> PanelView {
        let view = PanelView(self)
        let window = context.windows.make(title: "inspector", level: InspectorPanel.level, root: view)
        (self.window, self.view) = (window, view)
        place()
        following = [
            context.bus.observe(DidResize.self) { [weak self] _ in self?.place() },
            context.bus.observe(WindowDidChange.self) { [weak self] in self?.windowDidChange($0) },
            context.bus.observe(CommandDidRun.self) { [weak self] in self?.commandDidRun($0) },
        ]
        return view
    }

    /// Says at the foot for as long as the program has the keyboard that it has.
    private func windowDidChange(_ change: WindowDidChange) {
        guard let window, change.window.id == window.id else { return }
        view?.notice =
            hasKeyboard ? "" : "\(InspectorCommands.key) comes back here: the program has the keyboard."
    }

    /// Says what a key of the program has done, because the program says it behind the panel.
    private func commandDidRun(_ message: CommandDidRun) {
        guard message.starter == .host, hasKeyboard else { return }
        switch message.outcome {
        case .finished(let text?), .failed(let text): say(text)
        case .finished, .cancelled: break
        }
    }

    // MARK: - For pages

    func memory(of page: String) -> PageState { memories[page] ?? PageState() }

    func remember(_ memory: PageState, of page: String) {
        memories[page] = memory
    }

    /// Updates the page's actions at the foot, after they've changed.
    func actionsDidChange() {
        guard let page else { return }
        view?.showActions(page.actions, bar: page.barText)
    }

    /// Shows a sentence at the foot of the panel for a while.
    func say(_ text: String) {
        view?.say(text)
        silence?.cancel()
        silence = context.time.schedule(after: .seconds(4)) { [weak self] in self?.view?.say("") }
    }

    /// Asks for a text at the foot of the panel.
    ///
    /// `accept` is called at enter. It returns what is wrong with the text, which
    /// is then shown, or nil to end.
    func ask(
        _ title: String,
        text: String = "",
        placeholder: String = "",
        accept: @escaping @MainActor (String) -> String?
    ) {
        view?.ask(title, text: text, placeholder: placeholder, accept: accept)
    }

    /// Shows the form of a command in front of the panel.
    func showForm(of command: Command) {
        let form = CommandSheet(for: command, in: context)
        self.form = form
        context.windows.present(form, title: "inspector form", level: InspectorPanel.level + 1)
        // The program's own form of it is open below the panel.
        if !form.isOpen { close() }
    }

    /// Draws a frame around a place of the screen, where the panel leaves it in sight; nil removes it.
    func showHighlight(_ place: Rect?, title: String = "") {
        highlighted = place
        highlight.show(place, title: title)
        if currentSize == .bar { self.place() }
    }

    /// Lets the person point at a cell, while the panel is a bar; nil means that they have given up.
    func pick(
        onMove: @escaping @MainActor (Point) -> Void,
        onEnd: @escaping @MainActor (Point?) -> Void
    ) {
        endPicking()
        let screen = context.windows.traits.size
        let start = pickedPoint ?? Point(x: screen.width / 2, y: screen.height / 2)
        isPicking = true
        // Before the cover asks for the keyboard, which a panel over the whole screen keeps.
        placeBar(around: start)
        picker = Picker(
            context,
            from: start,
            onMove: { [weak self] point in
                self?.pickedPoint = point
                onMove(point)
                self?.placeBar(around: point)
                self?.actionsDidChange()
            },
            onEnd: { [weak self] point in
                self?.endPicking()
                onEnd(point)
                self?.window?.makeKeyAndVisible()
                self?.page?.firstControl.becomeFirstResponder()
                self?.actionsDidChange()
            }
        )
        view?.isPicking = true
    }

    private var isPicking = false

    private func placeBar(around point: Point) {
        place(currentSize.frame(on: context.windows.traits.size, avoiding: around(point)))
    }

    private func around(_ point: Point) -> Rect { Rect(x: point.x - 1, y: point.y - 1, width: 3, height: 3) }

    private func endPicking() {
        guard isPicking else { return }
        isPicking = false
        picker?.close()
        picker = nil
        view?.isPicking = false
        place()
    }

    // MARK: - Place

    /// Switches to the next part of the screen.
    func zoom() {
        size = currentSize.next(on: context.windows.traits.size)
        place()
    }

    /// Gives the keyboard to the program, and leaves it in sight.
    func releaseKeyboard() {
        if currentSize == .full { zoom() }
        // The window that was key before becomes key.
        window?.canBecomeKey = false
        window?.canBecomeKey = true
    }

    var currentSize: PanelSize {
        isPicking ? .bar : size ?? .initial(on: context.windows.traits.size)
    }

    private var frame: Rect {
        let screen = context.windows.traits.size
        let needed = view?.menuHeight ?? 0
        // A list of actions opens where all of them are in sight.
        let size = [currentSize, .lower].first { $0.frame(on: screen).height >= needed } ?? .full
        return size.frame(on: screen, avoiding: highlighted)
    }

    func place() {
        place(frame)
    }

    private func place(_ frame: Rect) {
        window?.frame = frame
        // A program that can't be seen gets no keys, even when it asks for them.
        window?.isModal = currentSize == .full
    }
}
