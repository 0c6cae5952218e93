/// A list of rows, of which one is chosen; it scrolls, by keys and by the wheel.
///
/// Headings and rows that are not enabled are never chosen; keys pass over
/// them. A list in which nothing can be chosen still scrolls.
open class ListView: View {
    /// The rows.
    ///
    /// When they change, a chosen row with an id stays chosen wherever it is
    /// then; without one, or gone, the row nearest to its place is chosen.
    public var rows: [Row] {
        didSet {
            guard rows != oldValue else { return }
            selection.setRows(rows.map(\.inSelection))
            setNeedsDisplay()
        }
    }

    /// How the rows look that are not chosen.
    public var style: Style

    /// Called when a row is tapped, or enter is pressed on it.
    public var onChoose: (@MainActor (Int) -> Void)?

    /// Called when a key, a letter or a tap has chosen another row.
    public var onSelect: (@MainActor (Int) -> Void)?

    /// Whether letters that are typed choose a row whose title holds them.
    ///
    /// They belong together until a second passes without one, or escape is
    /// pressed. Keys of the program that are letters do not reach it then.
    public var searchesAsTyped = false

    /// Whether an arrow at an end is passed on, as to the form that the list is in.
    public var leavesArrowsAtEnds = false

    /// The chosen row; nil while there is none that can be chosen.
    public var selectedIndex: Int? { selection.index }

    private var selection = ListSelection()
    private var searchTimer: HostTimer?

    /// Creates a list.
    public init(rows: [Row] = [], style: Style = Theme.page) {
        self.rows = rows
        self.style = style
        super.init()
        selection.setRows(rows.map(\.inSelection))
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] event in
            guard let self, case .tap(_, let point) = event else { return }
            choose(self.selection.top &+ point.y)
        }
    }

    /// Moves the choice to a row, or the nearest that can be chosen.
    public func select(_ row: Int) {
        selection.select(row)
        setNeedsDisplay()
    }

    /// Moves the choice to the row of an id; returns whether there is one that can be chosen.
    @discardableResult
    public func select(id: String) -> Bool {
        guard let row = rows.firstIndex(where: { $0.id == id && $0.isSelectable }) else { return false }
        select(row)
        return true
    }

    private func choose(_ row: Int) {
        guard rows.indices.contains(row), rows[row].isSelectable else { return }
        _ = change {
            $0.select(row)
            return true
        }
        // Who heard of the choice may have changed the rows.
        if rows.indices.contains(row), selectedIndex == row { onChoose?(row) }
    }

    private func change(_ body: (inout ListSelection) -> Bool) -> Bool {
        let before = selection
        let isUsed = body(&selection)
        if selection != before { setNeedsDisplay() }
        if let index = selection.index, index != before.index { onSelect?(index) }
        return isUsed
    }

    open override var canBecomeFirstResponder: Bool { true }

    open override func layoutSubviews() {
        selection.resize(height: bounds.height)
    }

    open override func keyDown(_ event: KeyEvent) -> Bool {
        if searchesAsTyped, search(event) { return true }
        guard event.modifiers.isEmpty else { return false }
        switch event.key {
        case .up: return change { $0.move(by: -1) } || keepsArrows
        case .down: return change { $0.move(by: 1) } || keepsArrows
        case .pageUp: _ = change { $0.page(by: -1) }
        case .pageDown: _ = change { $0.page(by: 1) }
        case .home: _ = change { $0.move(by: -.max) }
        case .end: _ = change { $0.move(by: .max) }
        case .enter: selectedIndex.map(choose)
        default: return false
        }
        return true
    }

    // A list in which there is nothing to do with them has no use for arrows.
    private var keepsArrows: Bool { !leavesArrowsAtEnds && selectedIndex != nil }

    // MARK: - Searching

    private func search(_ event: KeyEvent) -> Bool {
        guard let clock = tree?.clock else { return false }
        let isUsed = change {
            switch event.key {
            case .escape where event.modifiers.isEmpty: return $0.endSearch()
            case .backspace where event.modifiers.isEmpty: return $0.removeSearchLetter(at: clock.now)
            case .character(let letter) where event.modifiers.isSubset(of: .shift):
                // A space begins no search: it does something to the row, as in a button.
                guard letter != " " || !$0.search.isEmpty else { return false }
                $0.search(letter, at: clock.now)
                return true
            default: return false
            }
        }
        guard isUsed else { return false }
        searchTimer = clock.schedule(after: ListSelection.searchPause) { [weak self] in
            _ = self?.change { $0.endSearch() }
        }
        return true
    }

    open override func scroll(by rows: Int) -> Bool {
        guard selection.scroll(by: rows) else { return false }
        setNeedsDisplay()
        return true
    }

    open override func draw(in canvas: inout Canvas) {
        for y in 0..<bounds.height where rows.indices.contains(selection.top + y) {
            let index = selection.top + y
            let isChosen = index == selection.index && isFirstResponder
            drawRow(rows[index], y: y, isChosen: isChosen, in: &canvas)
        }
        drawScrollMark(in: &canvas)
        if isFirstResponder { drawSearch(in: &canvas) }
        // Where no row can show it, the keyboard's place is seen all the same.
        if isFirstResponder, selection.index == nil {
            canvas.draw("›", at: .zero, style: Theme.selection, maxWidth: bounds.width)
        }
    }

    /// Shows what was typed, in a corner where the chosen row is not.
    private func drawSearch(in canvas: inout Canvas) {
        guard !selection.search.isEmpty else { return }
        let style = Style(foreground: Theme.page.background ?? .black, background: Theme.accent, attributes: .bold)
        let isLast = selection.index == selection.top + bounds.height - 1
        let text = TextWidth.truncate(" /\(selection.search) ", to: max(0, bounds.width - 1))
        let x = bounds.width - 1 - TextWidth.width(of: text)
        canvas.draw(text, at: Point(x: x, y: isLast ? 0 : bounds.height - 1), style: style)
    }

    /// Shows at the right edge which part of a list is seen that is longer than its view.
    private func drawScrollMark(in canvas: inout Canvas) {
        let height = bounds.height
        guard let part = selection.visiblePart(of: height) else { return }
        let mark = Rect(x: bounds.width - 1, y: part.lowerBound, width: 1, height: part.count)
        canvas.fill(mark, style: Theme.quiet, character: "▐")
    }

    private func drawRow(_ row: Row, y: Int, isChosen: Bool, in canvas: inout Canvas) {
        let shown = isChosen ? Theme.selection : row.style(in: style)
        canvas.fill(Rect(x: 0, y: y, width: bounds.width, height: 1), style: shown)
        var x = 1
        if let mark = row.mark {
            let dot = Style(foreground: mark, background: isChosen ? nil : shown.background)
            canvas.draw("\(row.sign)", at: Point(x: x, y: y), style: isChosen ? shown : dot, maxWidth: 1)
            x += 2
        }
        // The title is what the row is about; the detail has what is left.
        let room = max(0, bounds.width - x - 1)
        let title = TextWidth.truncate(row.title, to: room)
        canvas.draw(title, at: Point(x: x, y: y), style: shown)
        let left = room - TextWidth.width(of: title) - 2
        guard !row.detail.isEmpty, left > 0 else { return }
        let detail = TextWidth.truncate(row.detail, to: left)
        let quiet = isChosen ? shown : Style(foreground: Theme.quiet.foreground, background: shown.background)
        canvas.draw(detail, at: Point(x: bounds.width - 1 - TextWidth.width(of: detail), y: y), style: quiet)
    }
}
