import HostRuntime

/// A page of text; the arrows scroll text that is longer than the card.
final class NoticeBody: View, PanelBody {
    private let kind: PanelState.Notice.Kind
    private let text: String
    private let style: Style
    private var position = ScrollPosition()
    // Wrapped once, because text may be long: it is read at each key and drawn in each frame.
    private var wrapped = (width: -1, lines: [] as [String])

    /// The most letters of text that the page shows.
    private static let limit = 50_000

    init(_ notice: PanelState.Notice) {
        kind = notice.kind
        // A result to read has no sign and no color, which would set its first line apart.
        let isRead = notice.kind == .done && !notice.isBrief
        text = (isRead ? "" : notice.kind.sign) + notice.text.shortened(to: NoticeBody.limit)
        let color = isRead ? Theme.panel.foreground : notice.kind.color
        style = Style(foreground: color, background: Theme.panel.background)
        super.init()
    }

    var hints: [String] {
        (position.isScrollable ? ["↑↓ scroll"] : []) + [kind == .running ? "esc cancel" : "any key closes"]
    }

    func preferredHeight(width: Int) -> Int { lines(width: width).count }

    private func lines(width: Int) -> [String] {
        if wrapped.width != width {
            let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
            wrapped = (width, paragraphs.flatMap { TextWidth.wrap(String($0), to: max(1, width - 2)) })
        }
        return wrapped.lines
    }

    func update(_ state: PanelState) {}

    func focusFirstControl() {
        becomeFirstResponder()
    }

    // MARK: - Scrolling

    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(_ event: KeyEvent) -> Bool {
        guard position.isScrollable, event.modifiers.isEmpty else { return false }
        let page = max(1, bounds.height - 1)
        switch event.key {
        // Also at the ends, so that one key too many doesn't close the text.
        case .up: _ = scroll(by: -1)
        case .down: _ = scroll(by: 1)
        case .pageUp: _ = scroll(by: -page)
        case .pageDown: _ = scroll(by: page)
        default: return false
        }
        return true
    }

    override func scroll(by rows: Int) -> Bool {
        guard position.scroll(by: rows) else { return false }
        setNeedsDisplay()
        return true
    }

    override func layoutSubviews() {
        position.resize(count: preferredHeight(width: bounds.width), height: bounds.height)
    }

    override func draw(in canvas: inout Canvas) {
        for (y, line) in lines(width: bounds.width).dropFirst(position.top).prefix(bounds.height).enumerated() {
            canvas.draw(line, at: Point(x: 1, y: y), style: style, maxWidth: bounds.width - 2)
        }
        let accent = Style(foreground: Theme.accent, background: Theme.panel.background)
        position.drawArrows(in: &canvas, bounds: bounds, style: accent)
    }
}

extension PanelState.Notice.Kind {
    fileprivate var sign: String {
        switch self {
        case .running, .cancelled: ""
        case .done: "✓ "
        case .failed: "✕ "
        case .missing, .unavailable: "! "
        }
    }

    fileprivate var color: Color {
        switch self {
        case .running, .cancelled: Theme.panel.foreground
        case .done: Theme.good
        case .failed: Theme.danger
        case .missing, .unavailable: Theme.caution
        }
    }
}
