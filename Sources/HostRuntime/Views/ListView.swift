/// A list of rows, one of which is selected; it scrolls with keys and the wheel.
///
/// Headings, notes and rows that aren't enabled can't be selected; keys pass over
/// them. A list without a row to select still scrolls.
open class ListView: View {
    /// The rows.
    ///
    /// A selected row with an id stays selected when the rows change, even in another
    /// place. If it's gone or has no id, the row nearest to its old place is selected.
    public var rows: [Row] {
        get { selection.rows }
        set {
            guard newValue != rows else { return }
            update(newValue)
            setNeedsDisplay()
        }
    }

    /// The style of rows that aren't selected.
    var style: Style

    /// Called when a row is chosen: tapped, or enter is pressed on it.
    public var onChoose: (@MainActor (Int) -> Void)?

    /// Called when a key or a tap has selected another row.
    public var onSelect: (@MainActor (Int) -> Void)?

    /// Called when a row's check box is tapped, or enter is pressed on the row.
    ///
    /// The list doesn't change the box itself. A tap beside the box of a row
    /// only selects the row.
    public var onCheck: (@MainActor (Int) -> Void)?

    /// Whether an arrow key at an end is passed on, for example to the form that contains the list.
    public var leavesArrowsAtEnds = false

    /// Whether the selected row is highlighted while the keyboard is elsewhere, for example in a search field.
    public var isEmphasized = false {
        didSet { if isEmphasized != oldValue { setNeedsDisplay() } }
    }

    /// The index of the selected row; `nil` while no row can be selected.
    public var selectedIndex: Int? { selection.index }

    private var selection = ListSelection()
    private var iconWidth = 0
    /// The width at which nothing is cut; nil until it's asked for.
    private var width: Int?
    /// The column of the selected row's title, as it was drawn last.
    private var titleColumn = 1
    /// The row on which the touch under way began; `nil` beside the rows.
    private var pressed: Row?

    /// Creates a list.
    public init(rows: [Row] = [], style: Style = Theme.text) {
        self.style = style
        super.init()
        update(rows)
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] event in
            guard let self else { return }
            switch event {
            case .touchDown(let point): pressed = row(at: point)
            case .tap(_, let point): tap(at: point)
            default: break
            }
        }
    }

    private func update(_ rows: [Row]) {
        selection.setRows(rows)
        width = nil
        iconWidth = rows.reduce(0) { max($0, $1.icon.map(TextWidth.width(of:)) ?? 0) }
    }

    open override func preferredSize(maxWidth: Int) -> Size {
        let width = width ?? rows.reduce(0) { max($0, $1.width) } + iconWidth
        self.width = width
        // A list without rows shows that it has the keyboard.
        return Size(width: min(maxWidth, width), height: max(1, rows.count))
    }

    open override var scrolls: Bool { true }

    // MARK: - Selecting

    /// Selects a row, or the nearest one that can be selected.
    public func select(_ row: Int) {
        selection.select(row)
        setNeedsDisplay()
    }

    /// Selects the row with an id, and returns whether one exists that can be selected.
    @discardableResult
    public func select(id: String) -> Bool {
        guard let row = rows.firstIndex(where: { $0.id == id && $0.isSelectable }) else { return false }
        select(row)
        return true
    }

    private func row(at point: Point) -> Row? {
        let index = selection.top &+ point.y
        return rows.indices.contains(index) ? rows[index] : nil
    }

    private func tap(at point: Point) {
        // Since the touch began, a key or new rows may have put another one under the finger.
        guard row(at: point)?.identity == pressed?.identity else { return }
        tapRow(selection.top &+ point.y, column: point.x)
    }

    /// Handles a tap on a row, which may be past the last one; subclasses override it to add controls.
    open func tapRow(_ row: Int, column: Int) {
        guard isSelectable(row) else { return }
        updateSelection {
            $0.select(row)
            return true
        }
        // The observer of the selection may have changed the rows.
        guard isSelectable(row), selectedIndex == row else { return }
        if rows[row].isChecked == nil || boxColumns.contains(column) { _ = act(on: row) }
    }

    /// Chooses or ticks a row, and returns whether there is something to do with it.
    private func act(on row: Int) -> Bool {
        guard let action = rows[row].isChecked == nil ? onChoose : onCheck else { return false }
        // Into sight.
        select(row)
        action(row)
        return true
    }

    private func isSelectable(_ row: Int) -> Bool {
        rows.indices.contains(row) && rows[row].isSelectable
    }

    @discardableResult
    private func updateSelection(_ body: (inout ListSelection) -> Bool) -> Bool {
        let before = selection
        let isUsed = body(&selection)
        if selection != before { setNeedsDisplay() }
        if let index = selection.index, index != before.index { onSelect?(index) }
        return isUsed
    }

    // MARK: - Keys

    open override var canBecomeFirstResponder: Bool { true }

    open override func layoutSubviews() {
        selection.resize(height: bounds.height)
    }

    open override func keyDown(_ event: KeyEvent) -> Bool {
        guard event.modifiers.isEmpty else { return false }
        switch event.key {
        case .up: return updateSelection { $0.move(by: -1) } || keepsArrows
        case .down: return updateSelection { $0.move(by: 1) } || keepsArrows
        case .pageUp: updateSelection { $0.page(by: -1) }
        case .pageDown: updateSelection { $0.page(by: 1) }
        case .home: updateSelection { $0.move(by: -.max) }
        case .end: updateSelection { $0.move(by: .max) }
        case .enter: return selectedIndex.map(act) ?? false
        default: return false
        }
        return true
    }

    // A list without a row to select has no use for arrows once it can't scroll.
    private var keepsArrows: Bool { !leavesArrowsAtEnds && selectedIndex != nil }

    open override func scroll(by rows: Int) -> Bool {
        guard selection.scroll(by: rows) else { return false }
        // Another row is now under a finger that is down.
        tree?.forgetGesture(of: self)
        setNeedsDisplay()
        return true
    }

    // MARK: - Accessibility

    /// The list, and the rows in sight.
    open override var accessibilityElements: [AccessibilityElement] {
        let list = AccessibilityElement(.list, "", value: "\(rows.count) row\(rows.count == 1 ? "" : "s")")
        let visible = selection.top..<min(rows.count, selection.top + max(0, bounds.height))
        return [list] + visible.compactMap { rowElement(at: $0) }
    }

    /// The first letter of the selected row; nil while it's scrolled out of sight.
    open override var cursorPosition: Point? {
        guard let selectedIndex else { return .zero }
        return Point(x: titleColumn, y: selectedIndex - selection.top)
    }

    /// Returns what a row in sight says; nil for nothing.
    ///
    /// A subclass that draws rows in another way may let them say more.
    open func rowElement(at index: Int) -> AccessibilityElement? {
        let row = rows[index]
        let frame = Rect(x: 0, y: index - selection.top, width: bounds.width, height: 1)
        switch row.kind {
        case .space: return nil
        case .heading: return AccessibilityElement(.heading, row.title, frame: frame)
        case .note: return AccessibilityElement(.text, row.title, frame: frame)
        case .item:
            var state: AccessibilityElement.State = row.isEnabled ? [] : .disabled
            if index == selectedIndex { state.insert(.selected) }
            if row.isCurrent { state.insert(.current) }
            if row.isChecked == true { state.insert(.on) }
            let role: AccessibilityElement.Role = row.isChecked == nil ? .row : .toggle
            // Without the spaces that align it with those of other rows.
            let value = row.accessory.split(separator: " ").joined(separator: " ")
            return AccessibilityElement(
                role,
                row.title,
                value: value.isEmpty ? nil : value,
                state: state,
                frame: frame
            )
        }
    }

    // MARK: - Drawing

    /// The column after the text of rows, which leaves room for a scroll mark if the list has one.
    public var textMaxX: Int { bounds.width - (isScrollable ? 2 : 1) }

    private var isScrollable: Bool { selection.scrollMark != nil }

    open override func draw(in canvas: inout Canvas) {
        for y in 0..<bounds.height where rows.indices.contains(selection.top + y) {
            drawRow(rows[selection.top + y], at: selection.top + y, y: y, in: &canvas)
        }
        drawScrollMark(in: &canvas)
        // Without a row to highlight, a sign shows that the list has the keyboard.
        if isFirstResponder, selection.index == nil {
            canvas.draw("›", at: .zero, style: Theme.selection, maxWidth: bounds.width)
        }
    }

    /// Draws a row in a line of the canvas; a subclass overrides it to draw rows in another way.
    ///
    /// The columns from `textMaxX` on stay empty.
    open func drawRow(_ row: Row, at index: Int, y: Int, in canvas: inout Canvas) {
        guard row.kind != .space else { return }
        let isSelected = index == selection.index
        let isHighlighted = isSelected && (isFirstResponder || isEmphasized)
        let style = isHighlighted ? Theme.selection : row.style(in: self.style)
        canvas.fill(Rect(x: 0, y: y, width: bounds.width, height: 1), style: style)
        let x = drawSigns(of: row, isHighlighted: isHighlighted, style, y: y, in: &canvas)
        drawTexts(of: row, isHighlighted: isHighlighted, style, at: Point(x: x, y: y), in: &canvas)
    }

    /// Draws the check box, the mark and the icon of a row, and returns the column after them.
    private func drawSigns(
        of row: Row,
        isHighlighted: Bool,
        _ style: Style,
        y: Int,
        in canvas: inout Canvas
    ) -> Int {
        var x = 1
        if let isChecked = row.isChecked {
            canvas.draw(isChecked ? "[x]" : "[ ]", at: Point(x: x, y: y), style: style)
            x += 4
        }
        if let mark = row.mark {
            let tinted = Style(foreground: mark, background: style.background)
            canvas.draw("\(row.sign)", at: Point(x: x, y: y), style: isHighlighted ? style : tinted, maxWidth: 1)
            x += 2
        }
        let icons = row.kind == .heading ? 0 : iconColumns(in: canvas)
        if icons > 0, let icon = row.icon {
            canvas.draw("\(icon)", at: Point(x: x, y: y), style: style, maxWidth: icons - 1)
        }
        return x + icons
    }

    /// Draws the title and the accessory of a row from a place on.
    private func drawTexts(
        of row: Row,
        isHighlighted: Bool,
        _ style: Style,
        at place: Point,
        in canvas: inout Canvas
    ) {
        var (x, style) = (place.x, style)
        let y = place.y
        let quiet = isHighlighted ? style : Style(foreground: Theme.quiet.foreground, background: style.background)
        if row.isCurrent { style.attributes.insert(.bold) }
        // ASCII has no ellipsis.
        let title = canvas.isASCII ? row.title.replacing("…", with: "...") : row.title
        let end = textMaxX
        let room = max(0, end - x)
        let name = TextWidth.truncate(title, to: room)
        let check = row.isCurrent ? " ✓" : ""
        let width = min(room, TextWidth.width(of: name + check))
        // The title matters most, and a few letters of a detail say less than none.
        // Beside a scroll mark, rows make do with one space.
        let gap = isScrollable ? 1 : 2
        let left = max(0, room - width - gap)
        let isDetailed = left >= 8 || TextWidth.fits(row.accessory, in: left)
        let detail = isDetailed ? TextWidth.truncate(row.accessory, to: left) : ""
        let detailX = end - TextWidth.width(of: detail)
        canvas.draw(detail, at: Point(x: detailX, y: y), style: quiet)
        if title.isRightToLeft { x = max(x, (detail.isEmpty ? end : detailX - gap) - width) }
        if place.y == selectedIndex.map({ $0 - selection.top }) { titleColumn = x }
        canvas.draw(name + check, at: Point(x: x, y: y), style: style, maxWidth: width)
    }

    /// The columns of a check box, with one column on either side.
    private var boxColumns: Range<Int> { 0..<5 }

    /// The columns of the icons before the titles, with a space after them; 0 when icons aren't drawn.
    private func iconColumns(in canvas: Canvas) -> Int {
        canvas.isASCII || bounds.width < 24 || iconWidth == 0 ? 0 : min(2, iconWidth) + 1
    }

    /// Draws a bar at the right edge that shows which part of a long list is visible.
    private func drawScrollMark(in canvas: inout Canvas) {
        guard let part = selection.scrollMark else { return }
        let mark = Rect(x: bounds.width - 1, y: part.lowerBound, width: 1, height: part.count)
        canvas.fill(mark, style: Theme.quiet, character: "▐")
    }
}
