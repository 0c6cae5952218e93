import HostRuntime

/// The line at the bottom: the hints of the keys, and a notice.
final class StatusLine: View {
    var hints: [KeyHint] {
        get { line.hints }
        set {
            guard newValue != line.hints else { return }
            line.hints = newValue
            setNeedsLayout()
        }
    }

    /// A problem that lasts, at the end of the line.
    var notice: String? {
        didSet { if notice != oldValue { setNeedsLayout() } }
    }

    private let line = HintLine(keyStyle: ShopStyle.key)

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        background = ShopStyle.bar
        addSubview(line)
    }

    private static func margin(_ width: Int) -> Int { width >= 30 ? 2 : 0 }

    // The hints of the keys are the commands' own.
    override var accessibilityElements: [AccessibilityElement] {
        notice.map { [AccessibilityElement(.status, $0)] } ?? []
    }

    override func draw(in canvas: inout Canvas) {
        guard let notice = shownNotice else { return }
        let x = bounds.width - noticeWidth
        canvas.draw(notice, at: Point(x: x, y: 0), maxWidth: noticeWidth)
    }

    override func layoutSubviews() {
        let margin = StatusLine.margin(bounds.width)
        let room = bounds.width - margin - (shownNotice == nil ? 0 : noticeWidth + 2)
        line.frame = Rect(x: margin, y: 0, width: max(0, room), height: min(1, bounds.height))
    }

    private var noticeSpans: [Span]? {
        notice.map {
            [Span("✕ ", Style(foreground: Theme.danger, attributes: .bold)), Span($0, ShopStyle.strong)]
        }
    }

    private var noticeWidth: Int {
        min(noticeSpans?.width ?? 0, bounds.width / 2) + StatusLine.margin(bounds.width)
    }

    /// The notice, unless the last hint has no room beside it.
    private var shownNotice: [Span]? {
        let last = hints.last.map { TextWidth.width(of: "\($0)") } ?? 0
        return StatusLine.margin(bounds.width) + last + 2 + noticeWidth <= bounds.width ? noticeSpans : nil
    }
}

extension [KeyHint] {
    /// The hints of commands that want their key to be shown.
    @MainActor init(of commands: [Command]) {
        self = commands.withKeys.compactMap { key, command in
            guard let hint = command.hint, !hint.text.isEmpty else { return nil }
            return KeyHint(key, hint.text)
        }
    }
}

extension [Command] {
    /// The commands that a key runs, in their order; of several with the same key, the first one has it.
    var withKeys: [(key: KeyEvent, command: Command)] {
        var keys: Set<KeyEvent> = []
        return compactMap { command in
            guard let key = command.key, keys.insert(key).inserted else { return nil }
            return (key, command)
        }
    }
}
