import HostRuntime

/// A page of text; the arrows scroll text that is longer than the card.
final class NoticeBody: TextView, PanelBody {
    private let kind: PanelState.Notice.Kind
    private let toolsKey: KeyEvent?

    /// Creates a page; a late result names the key that goes on to the tools.
    init(_ notice: PanelState.Notice, toolsKey: KeyEvent? = nil) {
        kind = notice.kind
        self.toolsKey = notice.isLate ? toolsKey : nil
        // A result to read has no sign and no color, which would set its first line apart.
        let isRead = notice.kind == .done && !notice.isBrief
        let text = (isRead ? "" : notice.kind.sign) + notice.text.shortened(to: PanelState.Notice.longestText)
        super.init([.text(text, isRead ? nil : notice.kind.color)], style: Theme.panel)
    }

    var hints: [KeyHint] {
        let ways = (isScrollable ? ["↑↓ scroll"] : []) + (toolsKey.map { [KeyHint($0, "tools")] } ?? [])
        return ways + [kind == .running ? "esc close" : KeyHint("any key", "closes", sends: KeyEvent(.escape))]
    }

    func update(_ state: PanelState) {}

    func focusFirstControl() {
        becomeFirstResponder()
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

    fileprivate var color: Color? {
        switch self {
        case .running, .cancelled: nil
        case .done: Theme.good
        case .failed: Theme.danger
        case .missing, .unavailable: Theme.caution
        }
    }
}
