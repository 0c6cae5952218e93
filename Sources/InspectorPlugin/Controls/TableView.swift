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
    /// The column of the selected row's first letter, as it was drawn last.
    private var textColumn = 1

    /// The widths of the longest texts that were in sight; they only grow, so that columns don't jump.
    private var textWidths: [Int] = []

    /// The width in which no text that was in sight is cut.
    var wantedWidth: Int {
        let widths = columns.indices.map {
            max(columns[$0].width, textWidths.indices.contains($0) ? textWidths[$0] : 0)
        }
        return widths.reduce(0, +) + ColumnLayout.gap * max(0, columns.count - 1) + 3
    }

    init(_ columns: [TableColumn] = []) {
        self.columns = columns
        super.init()
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] in if case .tap(_, let point) = $0 { self?.tapped(point) } }
    }

    // MARK: - Rows

    var count: Int { state.count }

    var selectedIndex: Int? { state.index }

    /// Updates the number of rows, and redraws them; a selected row that is followed keeps its place on the screen.
    func reload(count: Int, selecting selected: Int? = nil, follows: Bool = true) {
        state.setCount(count, selecting: selected, follows: follows)
        setNeedsDisplay()
    }

    /// Reads the rows in sight for their widths, before a layout that depends on them.
    func measure() {
        state.resize(height: bounds.height - headHeight)
        for row in state.position.visible { measure(cells(row)) }
    }

    private func measure(_ cells: [TableCell]) {
        if textWidths.count != columns.count { textWidths = columns.map { _ in 0 } }
        for (column, cell) in cells.enumerated() where textWidths.indices.contains(column) {
            // A text before an empty cell runs on.
            let runsOn =
                !columns[column].isRightAligned && cells.indices.contains(column + 1) && cells[column + 1].text.isEmpty
            if !runsOn { textWidths[column] = max(textWidths[column], TextWidth.width(of: cell.text)) }
        }
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

    // MARK: - Accessibility

    /// The table, and the rows in sight.
    override var cursorPosition: Point? {
        guard let index = state.index else { return .zero }
        return Point(x: textColumn, y: headHeight + index - state.position.top)
    }

    override var accessibilityElements: [AccessibilityElement] {
        guard state.count > 0 else { return [AccessibilityElement(.text, emptyText)] }
        return [AccessibilityElement(.list, "", value: state.count.of("row"))]
            + state.position.visible.map { row in
                AccessibilityElement(
                    .row,
                    zip(columns, cells(row)).filter { !$1.text.isEmpty }.map { "\($0.title.lowercased()) \($1.text)" }
                        .joined(separator: ", "),
                    state: row == state.index ? .selected : [],
                    frame: Rect(x: 0, y: headHeight + row - state.position.top, width: bounds.width, height: 1)
                )
            }
    }

    // MARK: - Drawing

    override func layoutSubviews() {
        state.resize(height: bounds.height - headHeight)
    }

    override func draw(in canvas: inout Canvas) {
        // The height of the head may have changed with the columns.
        if state.position.height != bounds.height - headHeight { state.resize(height: bounds.height - headHeight) }
        let mark = state.scrollMark
        let rows = state.position.visible.map { (row: $0, cells: cells($0)) }
        for row in rows { measure(row.cells) }
        let width = max(0, bounds.width - 2 - (mark == nil ? 0 : 1))
        let layout = ColumnLayout(columns, texts: textWidths, width: width)
        if headHeight > 0 {
            for place in layout.places {
                let column = columns[place.column]
                draw(column.title, in: place, y: 0, style: Styles.heading, right: column.isRightAligned, &canvas)
            }
        }
        guard state.count > 0 else { return drawEmptyText(&canvas) }
        for (row, cells) in rows {
            let y = headHeight + row - state.position.top
            let isSelected = row == state.index
            var firstColumn: Int?
            let base = isSelected ? (isFirstResponder ? Theme.selection : Styles.idleSelection) : Styles.page
            if isSelected { canvas.fill(Rect(x: 0, y: y, width: bounds.width, height: 1), style: base) }
            for (index, var place) in layout.places.enumerated() where cells.indices.contains(place.column) {
                let cell = cells[place.column]
                guard !cell.text.isEmpty else { continue }
                if !columns[place.column].isRightAligned {
                    // A text runs on over the empty cells behind it.
                    for next in layout.places[(index + 1)...] {
                        guard cells.indices.contains(next.column), cells[next.column].text.isEmpty else { break }
                        place.width = next.x + next.width - place.x
                    }
                }
                var style = base
                if !isSelected {
                    style.foreground = cell.color ?? base.foreground
                    if cell.isBold { style.attributes.insert(.bold) }
                }
                let isRight = columns[place.column].isRightAligned
                let x = draw(cell.text, in: place, y: y, style: style, right: isRight, &canvas)
                firstColumn = firstColumn ?? x
            }
            if isSelected { textColumn = firstColumn ?? 1 }
        }
        if let mark {
            let bar = Rect(x: bounds.width - 1, y: headHeight + mark.lowerBound, width: 1, height: mark.count)
            canvas.fill(bar, style: Styles.quiet, character: "▐")
        }
    }

    @discardableResult
    private func draw(
        _ text: String,
        in place: ColumnLayout.Place,
        y: Int,
        style: Style,
        right: Bool,
        _ canvas: inout Canvas
    ) -> Int {
        let shown = TextWidth.truncate(text, to: place.width, with: canvas.isASCII ? "." : "…")
        let x = 1 + place.x + (right ? max(0, place.width - TextWidth.width(of: shown)) : 0)
        canvas.draw(shown, at: Point(x: x, y: y), style: style)
        return x
    }

    private func drawEmptyText(_ canvas: inout Canvas) {
        let width = max(1, bounds.width - 4)
        for (y, line) in TextWidth.wrap(emptyText, to: width).enumerated() {
            canvas.draw(line, at: Point(x: 2, y: headHeight + y + (bounds.height > 4 ? 1 : 0)), style: Styles.quiet)
        }
    }
}
