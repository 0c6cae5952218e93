import HostRuntime

/// A page with a text; the arrows scroll a text that is longer than the card.
final class NoticeBody: View, PanelBody {
    private let label = Label(style: Theme.panel)
    private let kind: PanelState.Notice.Kind
    private var scrollTop = 0

    init(_ notice: PanelState.Notice) {
        kind = notice.kind
        super.init()
        // A result to read has no sign and no color, which would set its first line apart.
        let isRead = notice.kind == .done && !notice.isBrief
        label.text = (isRead ? "" : notice.kind.sign) + notice.text
        let color = isRead ? Theme.panel.foreground : notice.kind.color
        label.style = Style(foreground: color, background: Theme.panel.background)
        addSubview(label)
    }

    var hints: [String] {
        (isLong ? ["↑↓ scroll"] : []) + [kind == .running ? "esc cancel" : "any key closes"]
    }

    func preferredHeight(width: Int) -> Int {
        label.text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { TextWidth.wrap(String($0), to: max(1, width - 2)).count }
            .reduce(0, +)
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
        label.frame = Rect(x: 1, y: -scrollTop, width: bounds.width - 2, height: height)
    }

    override func draw(in canvas: inout Canvas) {
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
