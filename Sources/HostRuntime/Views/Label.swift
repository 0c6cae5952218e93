/// A view that shows text, in one line or wrapped into several.
open class Label: View {
    /// The text; newlines begin a new line.
    public var text: String {
        didSet {
            guard text != oldValue else { return }
            layout = nil
            setNeedsDisplay()
        }
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

    // A long text isn't laid out for each frame that draws the window.
    private var layout: Layout?

    /// The lines that a view of some size shows.
    private struct Layout {
        let size: Size
        let isASCII: Bool
        let isRightToLeft: Bool
        let lines: [(text: String, width: Int)]

        init(_ whole: String, in size: Size, isASCII: Bool) {
            self.size = size
            self.isASCII = isASCII
            let text = isASCII ? whole.withoutEmoji : whole
            isRightToLeft = text.isRightToLeft
            let lines = TextWidth.wrap(text, to: size.width, limit: size.height)
            self.lines = lines.enumerated().map { y, line in
                // A last line that doesn't fit ends in an ellipsis.
                let isCut = y == size.height - 1 && !TextWidth.fits(line, in: size.width)
                let shown = isCut ? TextWidth.truncate(line, to: size.width) : line
                return (shown, TextWidth.width(of: shown))
            }
        }
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
        let layout =
            layout.flatMap { $0.size == size && $0.isASCII == canvas.isASCII ? $0 : nil }
            ?? Layout(text, in: size, isASCII: canvas.isASCII)
        self.layout = layout
        for (y, line) in layout.lines.enumerated() {
            let free = max(0, size.width - line.width)
            let x =
                switch alignment {
                case .natural: layout.isRightToLeft ? free : 0
                case .left: 0
                case .center: free / 2
                case .right: free
                }
            canvas.draw(line.text, at: Point(x: x, y: y), style: style)
        }
    }
}
