import HostRuntime

/// The line at the bottom: the hints of the keys and a notice, or for a while the result of the last command.
final class StatusLine: View {
    struct Hint: Hashable, Sendable {
        let key: String
        let action: String
        var width: Int { TextWidth.width(of: key) + 1 + TextWidth.width(of: action) }

        /// Returns the hints of commands that want their key to be shown.
        @MainActor static func all(of commands: [Command]) -> [Hint] {
            commands.withKeys.compactMap { key, command in
                guard let hint = command.hint, !hint.text.isEmpty else { return nil }
                return Hint(key: "\(key)", action: hint.text)
            }
        }
    }

    struct Toast: Hashable, Sendable {
        let text: String
        let isError: Bool
    }

    var hints: [Hint] = [] {
        didSet { if hints != oldValue { setNeedsDisplay() } }
    }

    /// A problem that lasts, at the end of the line.
    var notice: String? {
        didSet { if notice != oldValue { setNeedsDisplay() } }
    }

    var toast: Toast? {
        didSet { if toast != oldValue { setNeedsDisplay() } }
    }

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        background = ShopStyle.bar
    }

    func height(forWidth width: Int) -> Int { min(StatusLine.maximum, toastLines(width).count) }

    private static let maximum = 3

    private static func margin(_ width: Int) -> Int { width >= 30 ? 2 : 0 }

    private func toastLines(_ width: Int) -> [String] {
        guard let toast else { return [""] }
        return TextWidth.wrap(toast.text, to: max(1, width - StatusLine.margin(width) - 2))
    }

    override func draw(in canvas: inout Canvas) {
        let margin = StatusLine.margin(bounds.width)
        if let toast {
            let color = toast.isError ? Theme.danger : Theme.good
            let sign = Style(foreground: color, attributes: .bold)
            canvas.draw(toast.isError ? "✕ " : "✓ ", at: Point(x: margin, y: 0), style: sign)
            var lines = toastLines(bounds.width)
            if lines.count > bounds.height {
                // The last visible line shows that there is more.
                lines[max(0, bounds.height - 1)...] = [lines[max(0, bounds.height - 1)...].joined(separator: " ")]
            }
            for (y, line) in lines.enumerated() {
                let spans = [Span](warning: line, style: ShopStyle.strong)
                canvas.draw(spans, at: Point(x: margin + 2, y: y), maxWidth: bounds.width - margin - 2)
            }
            return
        }
        drawHints(in: &canvas, width: bounds.width - drawNotice(in: &canvas, margin), margin)
    }

    /// Draws the notice, and returns the width that it takes; without room for it and the last hint there is none.
    private func drawNotice(in canvas: inout Canvas, _ margin: Int) -> Int {
        guard let notice else { return 0 }
        let spans = [
            Span("✕ ", Style(foreground: Theme.danger, attributes: .bold)), Span(notice, ShopStyle.strong),
        ]
        let width = min(spans.width, bounds.width / 2) + margin
        guard margin + (hints.last?.width ?? 0) + 2 + width <= bounds.width else { return 0 }
        canvas.draw(spans, at: Point(x: bounds.width - width, y: 0), maxWidth: width)
        return width + 2
    }

    private func drawHints(in canvas: inout Canvas, width room: Int, _ margin: Int) {
        let width = hints.map { $0.width + 3 }.reduce(margin - 3, +)
        let gap = width <= room ? 3 : 2
        var x = margin
        // Hints are never cut, and the last one, which tells how to leave, precedes the others before it.
        let last = hints.last.map { $0.width + gap } ?? 0
        let others = hints.dropLast().prefix { hint in
            x += hint.width + gap
            return x - gap + last <= room
        }
        x = margin
        for hint in others + hints.suffix(1) where x + hint.width <= room {
            let spans = [Span(hint.key, ShopStyle.key), Span(" \(hint.action)", Theme.quiet)]
            canvas.draw(spans, at: Point(x: x, y: 0), maxWidth: room - x)
            x += hint.width + gap
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
