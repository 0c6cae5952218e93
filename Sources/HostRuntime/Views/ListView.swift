/// A list of rows, of which one is chosen; it scrolls, by keys and by the wheel.
open class ListView: View {
    /// One row of a list.
    public struct Row: Hashable, Sendable {
        /// What it says.
        public var title: String

        /// A second, quieter text at the right edge; empty for none.
        public var detail: String

        /// The colour of a mark before the title; nil for none.
        public var mark: Color?

        /// What the mark looks like; one column wide.
        public var sign: Character

        /// Creates a row.
        public init(_ title: String, detail: String = "", mark: Color? = nil, sign: Character = "●") {
            self.title = title
            self.detail = detail
            self.mark = mark
            self.sign = sign
        }
    }

    /// The rows; the choice stays at its place in the list as far as there are rows.
    public var rows: [Row] {
        didSet {
            guard rows != oldValue else { return }
            selection.resize(count: rows.count, height: bounds.height)
            setNeedsDisplay()
        }
    }

    /// How the rows look that are not chosen.
    public var style: Style

    /// Called when a row is tapped, or enter is pressed on it.
    public var onChoose: (@MainActor (Int) -> Void)?

    /// The chosen row; nil while there are none.
    public var selectedIndex: Int? { selection.index }

    private var selection = ListSelection()

    /// Creates a list.
    public init(rows: [Row] = [], style: Style = Theme.page) {
        self.rows = rows
        self.style = style
        super.init()
        selection.resize(count: rows.count, height: 0)
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] event in
            guard let self, case .tap(_, let point) = event else { return }
            choose(self.selection.top + point.y)
        }
    }

    /// Moves the choice to a row, or the nearest there is.
    public func select(_ row: Int) {
        selection.select(row)
        setNeedsDisplay()
    }

    private func choose(_ row: Int) {
        guard rows.indices.contains(row) else { return }
        select(row)
        onChoose?(row)
    }

    open override var canBecomeFirstResponder: Bool { true }

    open override func layoutSubviews() {
        selection.resize(count: rows.count, height: bounds.height)
    }

    open override func keyDown(_ event: KeyEvent) -> Bool {
        guard event.modifiers.isEmpty else { return false }
        switch event.key {
        case .up: selection.move(by: -1)
        case .down: selection.move(by: 1)
        case .pageUp: selection.move(by: -max(1, bounds.height - 1))
        case .pageDown: selection.move(by: max(1, bounds.height - 1))
        case .home: selection.select(0)
        case .end: selection.select(rows.count - 1)
        case .enter: selectedIndex.map(choose)
        default: return false
        }
        setNeedsDisplay()
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
    }

    /// Shows at the right edge which part of a list is seen that is longer than its view.
    private func drawScrollMark(in canvas: inout Canvas) {
        let height = bounds.height
        guard let part = selection.visiblePart(of: height) else { return }
        let mark = Rect(x: bounds.width - 1, y: part.lowerBound, width: 1, height: part.count)
        canvas.fill(mark, style: Theme.quiet, character: "▐")
    }

    private func drawRow(_ row: Row, y: Int, isChosen: Bool, in canvas: inout Canvas) {
        let shown = isChosen ? Theme.selection : style
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
