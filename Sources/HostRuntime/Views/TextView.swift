/// Text that wraps to the width of the view, and scrolls where it's taller than the view.
///
/// While the view has the keyboard, the arrows, the page keys, home and end scroll it; the
/// wheel always does. The first and the last column stay empty but for the arrows that show
/// that there is more. Rows of a table that are wider than the view scroll sideways. A text that fits leaves all
/// keys to the views around it.
open class TextView: View {
    /// A line of text, which takes several rows where it wraps.
    public struct Line: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case heading, text, table
            case field(name: String)
        }

        let kind: Kind

        /// The text, without the name of a field.
        public let text: String

        /// The color of the text; nil for the view's.
        public let color: Color?

        /// Creates the heading of the lines below it, which doesn't wrap.
        public static func heading(_ text: String) -> Line { Line(kind: .heading, text: text, color: nil) }

        /// Creates a name with a value beside it; values line up with those around them.
        public static func field(_ name: String, _ value: String, _ color: Color? = nil) -> Line {
            Line(kind: .field(name: name), text: value, color: color)
        }

        /// Creates a row of a table, which doesn't wrap.
        public static func table(_ text: String, _ color: Color? = nil) -> Line {
            Line(kind: .table, text: text, color: color)
        }

        /// Creates a paragraph, or several where the text has line breaks.
        public static func text(_ text: String, _ color: Color? = nil) -> Line {
            Line(kind: .text, text: text, color: color)
        }
    }

    /// The lines; a text that begins with the same line as before stays scrolled where it is.
    public var lines: [Line] {
        didSet {
            guard lines != oldValue else { return }
            (rows, widestTable) = (nil, nil)
            if lines.first != oldValue.first { (position, column) = (ScrollPosition(), 0) }
            setNeedsDisplay()
        }
    }

    /// The style of the text.
    public var style: Style {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }

    /// The color of the names of fields.
    public var nameColor = Theme.quiet.foreground {
        didSet { if nameColor != oldValue { setNeedsDisplay() } }
    }

    private struct Row {
        let x: Int
        let text: String
        let line: Line
        var name: String?
    }

    // A long text isn't wrapped for each key and each frame.
    private var rows: (width: Int, rows: [Row])?
    private var widestTable: Int?
    private var position = ScrollPosition()
    /// The first column of the tables in sight.
    private var column = 0

    /// Creates a view with lines.
    public init(_ lines: [Line] = [], style: Style = Theme.text) {
        self.lines = lines
        self.style = style
        super.init()
    }

    /// Creates a view with a text, whose line breaks stay.
    public convenience init(_ text: String, style: Style = Theme.text) {
        self.init([.text(text)], style: style)
    }

    // MARK: - Layout

    /// Returns the number of rows at a width of the view.
    public func preferredHeight(width: Int) -> Int { rows(width: width).count }

    open override func preferredSize(maxWidth: Int) -> Size {
        let rows = rows(width: maxWidth)
        let width = rows.map { $0.x + TextWidth.width(of: $0.text) }.max() ?? 0
        return Size(width: min(maxWidth, width + 2), height: rows.count)
    }

    open override var scrolls: Bool { true }

    /// Whether there are more rows than fit.
    public var isScrollable: Bool { !frame.isEmpty && rows(width: bounds.width).count > bounds.height }

    /// The columns of tables that don't fit beside those that do.
    private var hiddenColumns: Int {
        guard !frame.isEmpty else { return 0 }
        let widest =
            widestTable ?? lines.lazy.filter { $0.kind == .table }.map { TextWidth.width(of: $0.text) }.max() ?? 0
        widestTable = widest
        return max(0, widest - (bounds.width - 2))
    }

    /// Whether a table is wider than the view.
    public var isScrollableSideways: Bool { hiddenColumns > 0 }

    private func rows(width: Int) -> [Row] {
        if let rows, rows.width == width { return rows.rows }
        let wrapped = wrap(to: max(1, width - 2))
        rows = (width, wrapped)
        return wrapped
    }

    private func wrap(to width: Int) -> [Row] {
        let names = lines.map { if case .field(let name) = $0.kind { TextWidth.width(of: name) } else { 0 } }
        let indent = min((names.max() ?? 0) + 2, max(4, width / 3))
        return lines.flatMap { line in
            switch line.kind {
            case .heading, .table: [Row(x: 0, text: line.text, line: line)]
            case .text: TextWidth.wrap(line.text, to: width).map { Row(x: 0, text: $0, line: line) }
            case .field(let name):
                TextWidth.wrap(line.text, to: max(1, width - indent)).enumerated()
                    .map { Row(x: indent, text: $1, line: line, name: $0 == 0 ? name : nil) }
            }
        }
    }

    open override var accessibilityElements: [AccessibilityElement] {
        lines.map { line in
            switch line.kind {
            case .heading: AccessibilityElement(.heading, line.text)
            case .text, .table: AccessibilityElement(.text, line.text)
            case .field(let name): AccessibilityElement(.text, name, value: line.text)
            }
        }
    }

    // MARK: - Scrolling

    open override var canBecomeFirstResponder: Bool { true }

    open override func keyDown(_ event: KeyEvent) -> Bool {
        guard event.modifiers.isEmpty else { return false }
        switch event.key {
        case .left where isScrollableSideways: return scrollSideways(by: -TextView.sidewaysStep)
        case .right where isScrollableSideways: return scrollSideways(by: TextView.sidewaysStep)
        default: break
        }
        guard isScrollable else { return false }
        let page = max(1, bounds.height - 1)
        // Also at the ends: one key too many isn't one for the views around the text.
        switch event.key {
        case .up: _ = scroll(by: -1)
        case .down: _ = scroll(by: 1)
        case .pageUp: _ = scroll(by: -page)
        case .pageDown: _ = scroll(by: page)
        case .home: _ = scroll(by: -.max)
        case .end: _ = scroll(by: .max)
        default: return false
        }
        return true
    }

    private static let sidewaysStep = 8

    private func scrollSideways(by columns: Int) -> Bool {
        column = min(max(0, column + columns), hiddenColumns)
        setNeedsDisplay()
        return true
    }

    open override func scroll(by rows: Int) -> Bool {
        position.resize(count: self.rows(width: bounds.width).count, height: bounds.height)
        guard position.scroll(by: rows) else { return false }
        setNeedsDisplay()
        return true
    }

    /// The first letter in sight.
    open override var cursorPosition: Point? { Point(x: min(1, max(0, bounds.width - 1)), y: 0) }

    // MARK: - Drawing

    open override func draw(in canvas: inout Canvas) {
        let rows = rows(width: bounds.width)
        position.resize(count: rows.count, height: bounds.height)
        column = min(column, hiddenColumns)
        for (y, row) in rows[position.visible].enumerated() {
            if row.line.kind == .table {
                drawTable(row, y, in: &canvas)
                continue
            }
            if let name = row.name {
                let shown = TextWidth.truncate(name, to: max(0, row.x - 1))
                canvas.draw(shown, at: Point(x: 1, y: y), style: colored(nameColor))
            }
            let shown = TextWidth.truncate(row.text, to: max(0, bounds.width - 2 - row.x))
            let free = row.line.text.isRightToLeft ? bounds.width - 2 - row.x - TextWidth.width(of: shown) : 0
            canvas.draw(shown, at: Point(x: 1 + row.x + max(0, free), y: y), style: style(of: row.line))
        }
        position.drawArrows(in: &canvas, bounds: bounds, style: colored(Theme.accent))
    }

    private func drawTable(_ row: Row, _ y: Int, in canvas: inout Canvas) {
        let width = max(0, bounds.width - 2)
        canvas.withClip(Rect(x: 1, y: y, width: width, height: 1)) {
            $0.draw(row.text, at: Point(x: -column, y: 0), style: style(of: row.line))
        }
        if column > 0 { canvas.draw("◂", at: Point(x: 0, y: y), style: colored(Theme.accent)) }
        if TextWidth.width(of: row.text) - column > width {
            canvas.draw("▸", at: Point(x: bounds.width - 1, y: y), style: colored(Theme.accent))
        }
    }

    private func style(of line: Line) -> Style {
        guard line.kind == .heading else { return line.color.map(colored) ?? style }
        return Style(
            foreground: Theme.title.foreground,
            background: style.background,
            attributes: Theme.title.attributes
        )
    }

    private func colored(_ color: Color) -> Style {
        Style(foreground: color, background: style.background, attributes: style.attributes)
    }
}
