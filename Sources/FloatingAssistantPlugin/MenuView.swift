import HostRuntime

/// A menu on the screen: arrows, enter, taps and the wheel.
final class MenuView: View {
    /// Called when an item was tapped, or enter was pressed on it.
    var onChoose: (@MainActor (Menu.Item) -> Void)?

    /// Called when another item is the chosen one.
    var onSelect: (@MainActor (Menu.Item) -> Void)?

    /// Called when the mark of an item was tapped.
    var onMark: (@MainActor (Menu.Item) -> Void)?

    /// Called when an item was to be moved by a tap: up or down by one.
    var onMove: (@MainActor (Menu.Item, Int) -> Void)?

    /// Called at enter or a tap while there is nothing to choose from.
    var onRetry: (@MainActor () -> Void)?

    /// Whether the chosen item is drawn as having the keyboard although another view gets the keys first.
    var isLit = false

    /// Whether the list can have the keyboard itself.
    var takesKeyboard = true

    /// Whether the chosen item is marked while the keyboard is elsewhere, as in a form.
    let showsChoice: Bool

    /// The background that the rows lie on.
    private static let style = Theme.panel
    private static let quiet = Style(foreground: Theme.quiet.foreground, background: Theme.panel.background)

    private(set) var menu = Menu()

    init(showsChoice: Bool = false) {
        self.showsChoice = showsChoice
        super.init()
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] event in
            guard let self, case .tap(_, let point) = event else { return }
            tap(row: self.menu.top + point.y, column: point.x)
        }
    }

    /// How many rows there are.
    var rowCount: Int { menu.rows.count }

    func setRows(_ rows: [Menu.Row]) {
        change { $0.setRows(rows) }
    }

    func select(id: String) {
        change { $0.select(id: id) }
    }

    func selectFirst() {
        change { $0.selectFirst() }
    }

    private func change(_ body: (inout Menu) -> Void) {
        let before = menu
        body(&menu)
        guard menu != before else { return }
        setNeedsDisplay()
        if let chosen = menu.chosen, chosen.id != before.chosen?.id { onSelect?(chosen) }
    }

    private func move(by steps: Int) -> Bool {
        let before = menu.index
        change { $0.move(by: steps) }
        return menu.index != before
    }

    private func choose(row: Int) {
        guard let item = menu.item(at: row) else { return }
        change { $0.select(row: row) }
        onChoose?(item)
    }

    private func tap(row: Int, column: Int) {
        guard rowCount > 0 else {
            onRetry?()
            return
        }
        guard let item = menu.item(at: row), item.isShown != nil else { return choose(row: row) }
        let wasChosen = menu.index == row
        change { $0.select(row: row) }
        switch column {
        case 0..<MenuView.markWidth: onMark?(item)
        case moveColumn where wasChosen: onMove?(item, -1)
        case moveColumn + 2 where wasChosen: onMove?(item, 1)
        default: break
        }
    }

    /// The columns of a mark, with the one before it.
    private static let markWidth = 5

    /// The column of the sign that moves an item up; the one that moves it down is two columns on.
    private var moveColumn: Int { bounds.width - 5 }

    // MARK: - Input

    override var canBecomeFirstResponder: Bool { takesKeyboard }

    override func keyDown(_ event: KeyEvent) -> Bool {
        guard event.modifiers.isEmpty else { return false }
        let page = max(1, bounds.height - 1)
        switch event.key {
        // At its ends the menu leaves the arrows to the form that it is in.
        case .up: return move(by: -1)
        case .down: return move(by: 1)
        case .pageUp: change { $0.move(by: -page) }
        case .pageDown: change { $0.move(by: page) }
        case .home: change { $0.move(by: -Int.max) }
        case .end: change { $0.move(by: Int.max) }
        case .enter where rowCount == 0 && onRetry != nil: onRetry?()
        case .enter where onChoose != nil: menu.index.map(choose)
        default: return false
        }
        return true
    }

    override func scroll(by rows: Int) -> Bool {
        guard menu.scroll(by: rows) else { return false }
        setNeedsDisplay()
        return true
    }

    // MARK: - Drawing

    override func layoutSubviews() {
        menu.resize(height: bounds.height)
    }

    override func draw(in canvas: inout Canvas) {
        for y in 0..<bounds.height where menu.rows.indices.contains(menu.top + y) {
            switch menu.rows[menu.top + y] {
            case .space: break
            case .heading(let text): drawHeading(text, y: y, in: &canvas)
            case .note(let text):
                let x = 1 + iconColumns(in: canvas)
                let seen = TextWidth.truncate(text, to: max(0, bounds.width - x - 1))
                canvas.draw(seen, at: Point(x: x, y: y), style: MenuView.quiet)
            case .item(let item): draw(item, y: y, isChosen: menu.top + y == menu.index, in: &canvas)
            }
        }
        drawScrollMarks(in: &canvas)
    }

    private func drawHeading(_ text: String, y: Int, in canvas: inout Canvas) {
        let style = Style(foreground: Theme.accent, background: MenuView.style.background, attributes: .bold)
        canvas.draw(TextWidth.truncate(text, to: max(0, bounds.width - 2)), at: Point(x: 1, y: y), style: style)
    }

    private func draw(_ item: Menu.Item, y: Int, isChosen: Bool, in canvas: inout Canvas) {
        let isLit = isChosen && (isFirstResponder || isLit)
        let rest = item.isAvailable ? MenuView.style : MenuView.quiet
        let style = isLit ? Theme.selection : rest
        canvas.fill(Rect(x: 0, y: y, width: bounds.width, height: 1), style: style)
        var x = 1
        if showsChoice {
            canvas.draw(isChosen ? "◉" : "○", at: Point(x: x, y: y), style: style)
            x += 2
        }
        if let isShown = item.isShown {
            canvas.draw(isShown ? "[x]" : "[ ]", at: Point(x: x, y: y), style: style)
            x += 4
        }
        if let mark = item.tint.mark {
            let tinted = Style(foreground: mark.color, background: style.background, attributes: .bold)
            canvas.draw(mark.sign, at: Point(x: x, y: y), style: isLit ? style : tinted)
            x += 2
        }
        let icons = iconColumns(in: canvas)
        if icons > 0 {
            if let icon = item.icon { canvas.draw("\(icon)", at: Point(x: x, y: y), style: style, maxWidth: icons - 1) }
            x += icons
        }
        // The last column is the scroll marks'.
        let end = bounds.width - 2
        var bold = style
        if item.isCurrent { bold.attributes.insert(.bold) }
        // Where there is no sign for what goes on, there are three points.
        let title = canvas.isASCII ? item.title.replacing("…", with: "...") : item.title
        x += canvas.draw(TextWidth.truncate(title, to: max(0, end - x)), at: Point(x: x, y: y), style: bold)
        if item.isCurrent { x += canvas.draw(" ✓", at: Point(x: x, y: y), style: bold, maxWidth: max(0, end - x)) }
        // The title is what the row is about; the rest has what is left.
        let text = item.isShown != nil ? isChosen ? "↑ ↓" : "" : item.key.map(\.description) ?? item.detail
        // A few letters of a detail say less than none.
        let left = max(0, end - x - 2)
        let side = TextWidth.width(of: text) <= left || left >= 8 ? TextWidth.truncate(text, to: left) : ""
        let quiet = isLit ? style : MenuView.quiet
        canvas.draw(side, at: Point(x: end - TextWidth.width(of: side), y: y), style: quiet)
    }

    /// The columns of the signs before the titles, with the empty one behind them.
    ///
    /// There are none where letters are all there is, and where the titles need the room.
    private func iconColumns(in canvas: Canvas) -> Int {
        let width = menu.iconWidth
        return canvas.isASCII || bounds.width < 24 || width == 0 ? 0 : min(2, width) + 1
    }

    // A list that goes on says so, where no row's own text stands.
    private func drawScrollMarks(in canvas: inout Canvas) {
        let style = Style(foreground: Theme.accent)
        let x = bounds.width - 1
        if menu.top > 0 { canvas.draw("▲", at: Point(x: x, y: 0), style: style) }
        if menu.top + bounds.height < menu.rows.count {
            canvas.draw("▼", at: Point(x: x, y: bounds.height - 1), style: style)
        }
    }
}

extension CommandChoice.Tint {
    /// The sign of a row, which differs by more than its colour: the emptier, the worse.
    fileprivate var mark: (sign: String, color: Color)? {
        switch self {
        case .normal: nil
        case .good: ("●", Theme.good)
        case .caution: ("◐", Theme.caution)
        case .danger: ("○", Theme.danger)
        }
    }
}
