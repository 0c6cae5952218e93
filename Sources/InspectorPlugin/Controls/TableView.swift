import HostRuntime

/// A table that asks for the rows on the screen and no others, so that it can be of any length.
final class TableView: View {
    var columns: [TableColumn] {
        didSet { if columns != oldValue { setNeedsDisplay() } }
    }

    /// Returns the cells of a row, one for each column.
    var cells: @MainActor (Int) -> [TableCell] = { _ in [] }

    /// The sentence in place of rows.
    var emptyText = "" {
        didSet { if emptyText != oldValue { setNeedsDisplay() } }
    }

    /// Called when another row is selected.
    var onSelect: (@MainActor () -> Void)?

    /// Called at enter, and at a tap on the selected row, with the column of the tap.
    var onChoose: (@MainActor (Int) -> Void)?

    private var state = RowSelection()

    init(_ columns: [TableColumn] = []) {
        self.columns = columns
        super.init()
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] in if case .tap(_, let point) = $0 { self?.tapped(point) } }
    }

    // MARK: - Rows

    var count: Int { state.count }

    var selectedIndex: Int? { state.index }

    /// Updates the number of rows, and redraws them; a selected row keeps its place on the screen.
    func reload(count: Int, selecting selected: Int? = nil) {
        state.setCount(count, selecting: selected)
        setNeedsDisplay()
    }

    func select(_ row: Int) {
        update {
            $0.select(row)
            return true
        }
    }

    @discardableResult
    private func update(_ body: (inout RowSelection) -> Bool) -> Bool {
        let old = state
        let isUsed = body(&state)
        if state != old { setNeedsDisplay() }
        if state.index != old.index { onSelect?() }
        return isUsed
    }

    // MARK: - Input

    private var headHeight: Int { bounds.height > 2 && columns.contains { !$0.title.isEmpty } ? 1 : 0 }

    private func tapped(_ point: Point) {
        let row = state.position.top + point.y - headHeight
        guard point.y >= headHeight, row < state.count else { return }
        if row == state.index { onChoose?(point.x) } else { select(row) }
    }

    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(_ event: KeyEvent) -> Bool {
        guard event.modifiers.isEmpty else { return false }
        switch event.key {
        case .up: update { $0.move(by: -1) }
        case .down: update { $0.move(by: 1) }
        case .pageUp: update { $0.page(by: -1) }
        case .pageDown: update { $0.page(by: 1) }
        case .home: update { $0.move(by: -.max) }
        case .end: update { $0.move(by: .max) }
        case .enter:
            guard onChoose != nil, state.index != nil else { return false }
            onChoose?(0)
        default: return false
        }
        return true
    }

    override func scroll(by rows: Int) -> Bool {
        update { $0.scroll(by: rows) }
        return true
    }

    // MARK: - Drawing

    override func layoutSubviews() {
        state.resize(height: bounds.height - headHeight)
    }

    override func draw(in canvas: inout Canvas) {
        // The height of the head may have changed with the columns.
        if state.position.height != bounds.height - headHeight { state.resize(height: bounds.height - headHeight) }
        let mark = state.scrollMark
        let layout = ColumnLayout(columns, width: max(0, bounds.width - 2 - (mark == nil ? 0 : 1)))
        if headHeight > 0 {
            for place in layout.places {
                let column = columns[place.column]
                draw(column.title, in: place, y: 0, style: Styles.heading, right: column.isRightAligned, &canvas)
            }
        }
        guard state.count > 0 else { return drawEmptyText(&canvas) }
        for row in state.position.visible {
            let y = headHeight + row - state.position.top
            let isSelected = row == state.index
            let base = isSelected ? (isFirstResponder ? Theme.selection : Styles.idleSelection) : Styles.page
            if isSelected { canvas.fill(Rect(x: 0, y: y, width: bounds.width, height: 1), style: base) }
            let cells = cells(row)
            for place in layout.places where cells.indices.contains(place.column) {
                let cell = cells[place.column]
                var style = base
                if !isSelected {
                    style.foreground = cell.color ?? base.foreground
                    if cell.isBold { style.attributes.insert(.bold) }
                }
                draw(cell.text, in: place, y: y, style: style, right: columns[place.column].isRightAligned, &canvas)
            }
        }
        if let mark {
            let bar = Rect(x: bounds.width - 1, y: headHeight + mark.lowerBound, width: 1, height: mark.count)
            canvas.fill(bar, style: Styles.quiet, character: "▐")
        }
    }

    private func draw(
        _ text: String,
        in place: ColumnLayout.Place,
        y: Int,
        style: Style,
        right: Bool,
        _ canvas: inout Canvas
    ) {
        let shown = TextWidth.truncate(text, to: place.width, with: canvas.isASCII ? "." : "…")
        let x = 1 + place.x + (right ? max(0, place.width - TextWidth.width(of: shown)) : 0)
        canvas.draw(shown, at: Point(x: x, y: y), style: style)
    }

    private func drawEmptyText(_ canvas: inout Canvas) {
        let width = max(1, bounds.width - 4)
        for (y, line) in TextWidth.wrap(emptyText, to: width).enumerated() {
            canvas.draw(line, at: Point(x: 2, y: headHeight + y + (bounds.height > 4 ? 1 : 0)), style: Styles.quiet)
        }
    }
}
