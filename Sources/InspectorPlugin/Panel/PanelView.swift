import HostRuntime

/// The root of the panel's window: the tabs, a page, and its actions.
final class PanelView: View {
    private weak var panel: InspectorPanel?

    /// The number of lines that the panel needs for the list of actions; 0 while none is open.
    var menuHeight: Int { menu.map { $0.wantedHeight + 2 } ?? 0 }

    /// Whether the person points at a cell, so that the panel only tells what is there.
    var isPicking = false {
        didSet { setNeedsLayout() }
    }

    private let tabBar = TabBar(titles: PageKind.all.map(\.title))
    private let hints = HintLine(style: Styles.quietOnBar, keyStyle: Styles.keyOnBar)
    /// How to see all keys, and how to leave: always in sight.
    private let exits = HintLine(arrangement: .trailing, style: Styles.quietOnBar, keyStyle: Styles.keyOnBar)
    private let foot = View()
    private let barLine = Label(style: Styles.title)
    private let remark = SentenceView(style: Styles.keyOnBar)
    private let hintView = SentenceView(style: Styles.accentOnBar)
    private var menu: ActionMenu?
    private var prompt: Prompt?
    private var page: InspectorPage?
    private var actions: [PageAction] = []

    init(_ panel: InspectorPanel) {
        self.panel = panel
        super.init()
        background = Styles.page
        // Touches beside the controls must not reach the program.
        gestures = GestureConfiguration()
        tabBar.onChoose = { [weak self] in self?.choose($0) }
        tabBar.onClose = { [weak self] in self?.panel?.close() }
        foot.background = Styles.bar
        for line in [hints, exits] {
            // A letter is for the page, and not for its filter.
            line.acceptsTouches = { [weak self] in
                guard let self, !isPicking, isFootDrawn else { return false }
                takeKeyboard()
                return true
            }
            foot.addSubview(line)
        }
        for view in [tabBar, barLine, foot, hintView, remark] as [View] { addSubview(view) }
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
        tabBar.selected = PageKind.all.firstIndex { $0.id == id } ?? 0
        setNeedsLayout()
        layOut()
    }

    func showActions(_ pageActions: [PageAction], bar: String) {
        barLine.text = bar
        let all =
            pageActions + [
                PageAction(.character("g"), "go to") { [weak self] in self?.showPages() },
                PageAction(.character("z"), "size") { [weak self] in self?.panel?.zoom() },
                PageAction(.character("t"), "to program") { [weak self] in self?.panel?.releaseKeyboard() },
                PageAction(.tab, "page") { [weak self] in self?.turn(by: 1) },
            ]
        // Escape goes back step by step; f12, which closes at once, is a key of the program.
        let close = KeyHint("esc \(InspectorCommands.key.sign)", "close", sends: KeyEvent(.escape))
        actions = all + [PageAction(close, .escape) { [weak self] in self?.leave() }]
        let move = KeyHint("↑↓←→", "move", sends: KeyEvent(.right))
        hints.hints = isPicking ? [move, "shift further", "enter choose"] : all.map(\.hint)
        exits.hints = isPicking ? ["esc back"] : ["? all", close]
        setNeedsLayout()
    }

    private func choose(_ index: Int) {
        panel?.open(PageKind.all[index].id)
    }

    private func turn(by step: Int) {
        let count = PageKind.all.count
        choose((tabBar.selected + step + count) % count)
    }

    private func leave() {
        if menu != nil { return closeMenu() }
        if page?.leave() != true { panel?.close() }
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

    /// Lists the pages, each with a key: not all tabs fit on a small screen.
    private func showPages() {
        let keys = "123456789abcdefghijklmnopqrstuvwxyz"
        show(
            zip(keys, PageKind.all.indices).map { key, index in
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
        panel?.place()
        setNeedsLayout()
        layOut()
        menu.becomeFirstResponder()
    }

    private func closeMenu() {
        guard let menu else { return }
        menu.removeFromSuperview()
        self.menu = nil
        panel?.place()
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
        case (.character("?"), []): show(actions)
        default:
            if let action = actions.first(where: { $0.key == event }) {
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

    /// Whether the foot was in sight when it was drawn last: a touch takes the keyboard, and away what lay over it.
    private var isFootDrawn = true

    override func draw(in canvas: inout Canvas) {
        isFootDrawn = remark.isHidden
    }

    override func layoutSubviews() {
        layOut()
    }

    private func layOut() {
        let (width, height) = (bounds.width, bounds.height)
        // A bar of two lines has no room for tabs and the page.
        let isBar = height <= 2
        let last = height >= 4 || isBar && height == 2 ? 1 : 0
        let head = isBar ? 0 : 1
        tabBar.isHidden = isBar
        barLine.isHidden = !isBar
        tabBar.frame = Rect(x: 0, y: 0, width: width, height: head)
        barLine.frame = Rect(x: 1, y: 0, width: max(0, width - 2), height: 1)
        page?.frame = Rect(x: 0, y: head, width: width, height: isBar ? 0 : height - head - last)
        foot.frame = Rect(x: 0, y: height - last, width: width, height: last)
        let end = exits.preferredSize(maxWidth: width).width
        hints.frame = Rect(x: 1, y: 0, width: max(0, width - end - 1), height: last)
        exits.frame = Rect(x: width - end, y: 0, width: end, height: last)
        remark.place(above: height, in: bounds)
        hintView.place(above: isBar ? 0 : height - last, in: bounds)
        if let prompt {
            let lines = min(prompt.lineCount(in: width), height)
            prompt.frame = Rect(x: 0, y: height - lines, width: width, height: lines)
        }
        menu?.place(above: foot.frame, in: bounds)
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
