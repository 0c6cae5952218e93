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

    /// Creates a label.
    public init(
        _ text: String = "",
        style: Style = Theme.page,
        alignment: Alignment = .left,
        frame: Rect = .zero
    ) {
        self.text = text
        self.style = style
        self.alignment = alignment
        super.init(frame: frame)
    }

    /// The alignment of a line in the width of a view.
    public enum Alignment: Hashable, Sendable {
        /// At the left edge.
        case left
        /// In the middle, rounded to the left.
        case center
        /// At the right edge.
        case right
    }

    open override func draw(in canvas: inout Canvas) {
        let width = bounds.width
        var y = 0
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            for line in TextWidth.wrap(String(paragraph), to: width) where y < bounds.height {
                // A last line that doesn't fit ends in an ellipsis.
                let isCut = y == bounds.height - 1 && TextWidth.width(of: line) > width
                let shown = isCut ? TextWidth.truncate(line, to: width) : line
                let free = max(0, width - TextWidth.width(of: shown))
                let x =
                    switch alignment {
                    case .left: 0
                    case .center: free / 2
                    case .right: free
                    }
                canvas.draw(shown, at: Point(x: x, y: y), style: style)
                y += 1
            }
        }
    }
}
