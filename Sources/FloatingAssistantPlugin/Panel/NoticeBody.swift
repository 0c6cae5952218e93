import HostRuntime

/// A page of text; the arrows scroll text that is longer than the card.
final class NoticeBody: View, PanelBody {
    private let kind: PanelState.Notice.Kind
    private let text: String
    private let style: Style
    private var scrollTop = 0
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
        (isLong ? ["↑↓ scroll"] : []) + [kind == .running ? "esc cancel" : "any key closes"]
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

    private var height: Int { preferredHeight(width: bounds.width) }

    private var isLong: Bool { height > bounds.height }

    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(_ event: KeyEvent) -> Bool {
        guard isLong, event.modifiers.isEmpty else { return false }
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
        let top = min(max(0, scrollTop &+ rows), max(0, height - bounds.height))
        guard top != scrollTop else { return false }
        scrollTop = top
        setNeedsLayout()
        setNeedsDisplay()
        return true
    }

    override func layoutSubviews() {
        scrollTop = min(scrollTop, max(0, height - bounds.height))
    }

    override func draw(in canvas: inout Canvas) {
        for (y, line) in lines(width: bounds.width).dropFirst(scrollTop).prefix(bounds.height).enumerated() {
            canvas.draw(line, at: Point(x: 1, y: y), style: self.style, maxWidth: bounds.width - 2)
        }
        let style = Style(foreground: Theme.accent, background: Theme.panel.background)
        let x = bounds.width - 1
        if scrollTop > 0 { canvas.draw("▲", at: Point(x: x, y: 0), style: style) }
        if scrollTop + bounds.height < height { canvas.draw("▼", at: Point(x: x, y: bounds.height - 1), style: style) }
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
