import HostRuntime

/// The root of the panel's window: the tabs, a page, and its actions.
final class PanelView: View {
    var onClose: (@MainActor () -> Void)?
    var onPage: (@MainActor (String) -> Void)?
    var onZoom: (@MainActor () -> Void)?
    var onRelease: (@MainActor () -> Void)?

    /// Called when a list of actions opens or closes.
    var onMenu: (@MainActor () -> Void)?

    /// The number of lines that the panel needs for the list of actions; 0 while none is open.
    var menuHeight: Int { menu.map { $0.wantedHeight + 2 } ?? 0 }

    /// Whether the person points at a cell, so that the panel only tells what is there.
    var isPicking = false {
        didSet { setNeedsLayout() }
    }

    private let tabs: [String]
    private let tabBar: TabBar
    private let actionBar = ActionBar()
    private let barLine = Label(style: Styles.title)
    private let remark = SentenceView(style: Styles.keyOnBar)
    private let hintView = SentenceView(style: Styles.accentOnBar)
    private var menu: ActionMenu?
    private var prompt: Prompt?
    private var page: InspectorPage?
    private var pageActions: [PageAction] = []

    init(tabs: [(id: String, title: String)]) {
        self.tabs = tabs.map(\.id)
        tabBar = TabBar(titles: tabs.map(\.title))
        super.init()
        background = Styles.page
        // Touches beside the controls must not reach the program.
        gestures = GestureConfiguration()
        tabBar.onChoose = { [weak self] in self?.choose($0) }
        tabBar.onClose = { [weak self] in self?.onClose?() }
        actionBar.onMore = { [weak self] in self?.showMenu() }
        for view in [tabBar, barLine, actionBar, hintView, remark] as [View] { addSubview(view) }
    }

    func show(_ page: InspectorPage, id: String) {
        closeMenu()
        closePrompt()
        hint = ""
        self.page?.removeFromSuperview()
        self.page = page
        addSubview(page)
        // What is said lies above the page.
        for view in [hintView, remark] { addSubview(view) }
        tabBar.selected = tabs.firstIndex(of: id) ?? 0
        setNeedsLayout()
        layOut()
    }

    func showActions(_ actions: [PageAction], bar: String) {
        pageActions = actions
        barLine.text = bar
        guard !isPicking else {
            actionBar.actions = [
                PageAction(KeyEvent(.up), "↓ ← → move · shift: further") {},
                PageAction(.enter, "choose") {},
                PageAction(.escape, "back") {},
            ]
            return
        }
        actionBar.actions =
            actions + [
                PageAction(.character("g"), "go to") { [weak self] in self?.showPages() },
                PageAction(.tab, "page") { [weak self] in self?.turn(by: 1) },
                PageAction(.character("z"), "size") { [weak self] in self?.onZoom?() },
                PageAction(.character("t"), "to program") { [weak self] in self?.onRelease?() },
                closeAction,
            ]
    }

    /// Escape goes back step by step; f12, which closes at once, is a key of the program.
    private var closeAction: PageAction {
        var action = PageAction(.escape, "close") { [weak self] in self?.leave() }
        action.sign += " \(InspectorCommands.key.sign)"
        return action
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

    // MARK: - The foot

    /// Shows a sentence instead of the actions, or the notice again if it's empty.
    func say(_ text: String) {
        remark.text = text.isEmpty ? notice : text
        setNeedsLayout()
    }

    /// A sentence above the actions, until the next key for the panel; empty for none.
    var hint = "" {
        didSet {
            hintView.text = hint
            setNeedsLayout()
        }
    }

    /// A sentence that stays instead of the actions; empty for none.
    var notice = "" {
        didSet { if notice != oldValue { say("") } }
    }

    func ask(_ title: String, text: String, placeholder: String, accept: @escaping @MainActor (String) -> String?) {
        closePrompt()
        say("")
        let prompt = Prompt(title, text: text, placeholder: placeholder, accept: accept) { [weak self] in
            self?.closePrompt()
            self?.takeKeyboard()
        }
        prompt.onLineCountChange = { [weak self] in self?.setNeedsLayout() }
        self.prompt = prompt
        addSubview(prompt)
        setNeedsLayout()
        layOut()
        prompt.begin()
    }

    /// Gives the keyboard to the question that is open, or else to the page.
    func takeKeyboard() {
        if let prompt { prompt.begin() } else { page?.firstControl.becomeFirstResponder() }
    }

    private func closePrompt() {
        prompt?.removeFromSuperview()
        prompt = nil
    }

    // MARK: - The list of actions

    private func showMenu() {
        show(actionBar.actions)
    }

    /// Lists the pages, each with a key: not all tabs fit on a small screen.
    private func showPages() {
        let keys = "123456789abcdefghijklmnopqrstuvwxyz"
        show(
            zip(keys, tabs.indices).map { key, index in
                PageAction(.character(key), tabBar.titles[index]) { [weak self] in self?.choose(index) }
            }
        )
    }

    private func show(_ actions: [PageAction]) {
        guard menu == nil else { return closeMenu() }
        let menu = ActionMenu(actions) { [weak self] action in
            self?.closeMenu()
            action.perform()
        }
        self.menu = menu
        addSubview(menu)
        onMenu?()
        setNeedsLayout()
        layOut()
        menu.becomeFirstResponder()
    }

    private func closeMenu() {
        guard let menu else { return }
        menu.removeFromSuperview()
        self.menu = nil
        onMenu?()
        page?.firstControl.becomeFirstResponder()
    }

    // MARK: - Keys

    override func keyDown(_ event: KeyEvent) -> Bool {
        say("")
        hint = ""
        switch (event.key, event.modifiers) {
        case (.escape, []): leave()
        case (.tab, []): turn(by: 1)
        case (.tab, .shift): turn(by: -1)
        case (.character("?"), []): showMenu()
        default:
            if let action = actionBar.actions.first(where: { $0.key == event }) {
                closeMenu()
                action.perform()
                return true
            }
            // Others must not reach the page behind.
            return !event.isForProgram
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
        // A bar of two lines has no room for tabs and the page.
        let isBar = height <= 2
        let foot = height >= 4 || isBar && height == 2 ? 1 : 0
        let head = isBar ? 0 : 1
        tabBar.isHidden = isBar
        barLine.isHidden = !isBar
        tabBar.frame = Rect(x: 0, y: 0, width: width, height: head)
        barLine.frame = Rect(x: 1, y: 0, width: max(0, width - 2), height: 1)
        page?.frame = Rect(x: 0, y: head, width: width, height: isBar ? 0 : height - head - foot)
        actionBar.frame = Rect(x: 0, y: height - foot, width: width, height: foot)
        remark.place(above: height, in: bounds)
        hintView.place(above: isBar ? 0 : height - foot, in: bounds)
        if let prompt {
            let lines = min(prompt.lineCount(in: width), height)
            prompt.frame = Rect(x: 0, y: height - lines, width: width, height: lines)
        }
        menu?.place(above: actionBar.frame, in: bounds)
    }
}

/// A sentence over the lines at the foot of the panel; nothing while it's empty.
final class SentenceView: View {
    private let style: Style

    var text = "" {
        didSet {
            isHidden = text.isEmpty
            if text != oldValue { setNeedsDisplay() }
        }
    }

    init(style: Style) {
        self.style = style
        super.init()
        background = Styles.bar
        isHidden = true
    }

    /// Takes as many lines as the sentence needs, three at most, the last of them above a row.
    func place(above end: Int, in bounds: Rect) {
        let needed = TextWidth.wrap(text, to: max(1, bounds.width - 2)).count
        let lines = min(needed, 3, end)
        frame = Rect(x: 0, y: end - lines, width: bounds.width, height: max(0, lines))
    }

    override var accessibilityElements: [AccessibilityElement] {
        text.isEmpty ? [] : [AccessibilityElement(.status, text)]
    }

    override func draw(in canvas: inout Canvas) {
        let width = max(1, bounds.width - 2)
        let lines = TextWidth.wrap(text, to: width)
        for y in 0..<min(bounds.height, lines.count) {
            // The last line that there is room for has the rest.
            let line = y == bounds.height - 1 ? lines[y...].joined(separator: " ") : lines[y]
            canvas.draw(TextWidth.truncate(line, to: width), at: Point(x: 1, y: y), style: style)
        }
    }
}
