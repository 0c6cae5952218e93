/// A view that shows text, in one line or wrapped into several.
open class Label: View {
    /// The text; newlines begin a new line.
    public var text: String {
        didSet { if text != oldValue { setNeedsDisplay() } }
    }

    /// The colors and attributes of the text.
    public var style: Style {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }

    /// The alignment of a line in the width of the view.
    var alignment: Alignment {
        didSet { if alignment != oldValue { setNeedsDisplay() } }
    }

    /// The kind of the text for a person who doesn't see it: text, unless it's a heading or tells what has happened.
    public var accessibilityRole = AccessibilityElement.Role.text

    /// Creates a label.
    public init(
        _ text: String = "",
        style: Style = Theme.text,
        alignment: Alignment = .natural,
        frame: Rect = .zero
    ) {
        self.text = text
        self.style = style
        self.alignment = alignment
        super.init(frame: frame)
    }

    /// The alignment of a line in the width of a view.
    public enum Alignment: Hashable, Sendable {
        /// At the edge where the text begins: the right one if it's read from right to left, by its first letter.
        case natural
        /// At the left edge.
        case left
        /// In the middle, rounded to the left.
        case center
        /// At the right edge.
        case right
    }

    open override func preferredSize(maxWidth: Int) -> Size {
        guard !text.isEmpty, maxWidth > 0 else { return .zero }
        let lines = TextWidth.wrap(text, to: maxWidth)
        return Size(width: lines.map { min(maxWidth, TextWidth.width(of: $0)) }.max() ?? 0, height: lines.count)
    }

    open override var accessibilityElements: [AccessibilityElement] {
        text.isEmpty ? [] : [AccessibilityElement(accessibilityRole, text)]
    }

    open override func draw(in canvas: inout Canvas) {
        let size = bounds.size
        // Of a long text, only the lines that are seen are laid out, and one more.
        let lines = TextWidth.wrap(text, to: size.width, limit: size.height + 1)
        for (y, line) in lines.prefix(size.height).enumerated() {
            // The last line of a text that goes on ends in an ellipsis.
            let goesOn = y == size.height - 1 && lines.count > size.height
            let shown = TextWidth.truncate(goesOn ? line + "…" : line, to: size.width)
            let free = max(0, size.width - TextWidth.width(of: shown))
            let x =
                switch alignment {
                case .natural: text.isRightToLeft ? free : 0
                case .left: 0
                case .center: free / 2
                case .right: free
                }
            canvas.draw(shown, at: Point(x: x, y: y), style: style)
        }
    }
}
