/// A card in front of a page: a frame with a title, content, and key hints.
///
/// Dialogs and panels of the program and its plugins share this look.
/// Subclasses return the size of their content and place it. On a
/// screen without room for a frame, the content fills the card.
open class Card: View {
    /// The text in the upper edge.
    public var title: String {
        didSet { if title != oldValue { setNeedsDisplay() } }
    }

    /// The color of the title; `Theme.danger` colors the frame too.
    public var tint: Color {
        didSet { if tint != oldValue { setNeedsDisplay() } }
    }

    /// The key hints in the lower edge, such as `esc close`, which can be tapped; the last one says how to leave.
    ///
    /// If not all of them fit, the first ones are left out.
    open var hints: [KeyHint] {
        didSet { if hints != oldValue { setNeedsDisplay() } }
    }

    private let foot = HintLine(
        arrangement: .trailing,
        style: Style(foreground: Theme.quiet.foreground, background: Theme.panel.background),
        keyStyle: Theme.panel
    )

    /// Creates a card.
    public init(title: String = "", tint: Color = Theme.accent, hints: [KeyHint] = []) {
        self.title = title
        self.tint = tint
        self.hints = hints
        super.init()
        background = Theme.panel
        // Taps on the card must not reach the view around it.
        gestures = GestureConfiguration(maximumTapCount: 1)
        // Those of a subclass may change with its content.
        foot.findHints = { [weak self] in self?.hints ?? [] }
        addSubview(foot)
    }

    open override var accessibilityElements: [AccessibilityElement] {
        let place = Rect(x: isTight ? 1 : 3, y: 0, width: max(0, bounds.width - 2), height: 1)
        let hint = hints.map(\.description).joined(separator: " · ")
        return [AccessibilityElement(.dialog, title, hint: hint.isEmpty ? nil : hint, frame: place)]
    }

    // MARK: - Content

    /// Returns the preferred size of the content, up to a width.
    open func contentSize(maxWidth: Int) -> Size { .zero }

    /// Returns the height of the content below which the card gives up its frame.
    open func leastContentHeight(width: Int) -> Int {
        min(3, contentSize(maxWidth: width).height)
    }

    /// Places the content; rows of a list may reach one column further on either side.
    open func layoutContent(in room: Rect) {}

    // MARK: - Layout

    /// The columns of the frame and the space beside the content.
    private static let padding = 3

    /// Returns the frame of the card on a screen: in the middle, with part of the page around it.
    open func frame(on screen: Size) -> Rect {
        let margin = screen.width >= 24 ? 1 : 0
        let widest = max(0, screen.width - 2 * (Card.padding + margin))
        let content = contentSize(maxWidth: widest)
        var height = min(content.height + 4, screen.height)
        if height > screen.height - 2, screen.height >= 8 {
            // A card that scrolls leaves a row of the page above and below.
            let least = min(screen.height, leastContentHeight(width: widest) + 2)
            height = max(least, min(height, screen.height - 2))
        }
        let width = screen.width < Card.leastWidth ? screen.width : min(content.width + 2 * Card.padding, screen.width)
        // Slightly above the middle looks centered.
        let free = max(0, screen.height - height)
        let y = free > 2 ? (free - 1) / 2 : free / 2
        return Rect(x: (screen.width - width) / 2, y: y, width: width, height: height)
    }

    private static let leastWidth = 12

    /// Whether there is no room for the frame.
    private var isTight: Bool {
        bounds.width < Card.leastWidth || bounds.height < leastContentHeight(width: inner) + 2
    }

    private var inner: Int { max(0, bounds.width - 2 * Card.padding) }

    open override func layoutSubviews() {
        foot.isHidden = isTight
        foot.frame = Rect(x: 2, y: bounds.height - 1, width: max(0, bounds.width - 4), height: 1)
        guard !isTight else {
            let top = bounds.height > 2 ? 1 : 0
            layoutContent(in: Rect(x: 1, y: top, width: max(0, bounds.width - 2), height: bounds.height - top))
            return
        }
        let room = bounds.height - 2
        let wanted = contentSize(maxWidth: inner).height
        // Content that scrolls needs the empty rows, unless it has many rows.
        let free = wanted > room && room > 10 ? 2 : max(0, room - wanted)
        let (top, bottom) = (min(1, free), free > 1 ? 1 : 0)
        layoutContent(in: Rect(x: Card.padding, y: 1 + top, width: inner, height: room - top - bottom))
    }

    // MARK: - Drawing

    open override func draw(in canvas: inout Canvas) {
        let head = Style(foreground: tint, background: Theme.panel.background, attributes: .bold)
        guard !isTight else {
            guard bounds.height > 2 else { return }
            canvas.draw(TextWidth.truncate(title, to: max(0, bounds.width - 2)), at: Point(x: 1, y: 0), style: head)
            return
        }
        let color = tint == Theme.danger ? tint : Theme.quiet.foreground
        let line = Style(foreground: color, background: Theme.panel.background)
        canvas.drawBox(bounds, style: line)
        let room = max(0, bounds.width - 6)
        canvas.draw(" \(TextWidth.truncate(title, to: room)) ", at: Point(x: 2, y: 0), style: head)
    }
}
