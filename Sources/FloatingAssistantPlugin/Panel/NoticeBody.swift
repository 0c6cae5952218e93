import HostRuntime

/// A page of text; the arrows scroll text that is longer than the card, and tables that are wider.
final class NoticeBody: TextView, PanelBody {
    let preferredWidth: Int
    private let notice: PanelState.Notice
    private let toolsKey: KeyEvent?

    /// Creates a page; a late result names the key that goes on to the tools.
    init(_ notice: PanelState.Notice, toolsKey: KeyEvent? = nil) {
        self.notice = notice
        self.toolsKey = notice.isLate ? toolsKey : nil
        // A result to read has no sign and no color, which would set its first line apart.
        let isRead = notice.kind == .done && !notice.isBrief
        let text = (isRead ? "" : notice.kind.sign) + notice.text.shortened(to: PanelState.Notice.longestText)
        let color = isRead ? nil : notice.kind.color
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let tables = lines.filter(NoticeBody.isTable)
        preferredWidth = (tables.map { TextWidth.width(of: String($0)) }.max() ?? 0) + 2
        let prose: [Line] = [.text(text, color)]
        super.init(
            tables.isEmpty
                ? prose : lines.map { NoticeBody.isTable($0) ? .table(String($0), color) : .text(String($0), color) },
            style: Theme.panel
        )
    }

    /// Whether a line has columns: it begins in one, or words are two spaces apart, and not because a sentence ends there;
    /// or it's drawn of lines and blocks.
    private static func isTable(_ line: Substring) -> Bool {
        line.hasPrefix("    ")
            || line.unicodeScalars.contains { (0x2500...0x259F).contains($0.value) }
            || line.split(separator: "  ").dropLast().contains { $0.last.map { !".!?".contains($0) } ?? false }
    }

    var hints: [KeyHint] {
        let arrows = (isScrollable ? "↑↓" : "") + (isScrollableSideways ? "←→" : "")
        let scroll = KeyHint(arrows, "scroll", sends: KeyEvent(isScrollable ? .down : .right))
        let ways = (arrows.isEmpty ? [] : [scroll]) + (toolsKey.map { [KeyHint($0, "tools")] } ?? [])
        return ways + [notice.keys == .close ? KeyHint("any key", "closes", sends: KeyEvent(.escape)) : "esc close"]
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
