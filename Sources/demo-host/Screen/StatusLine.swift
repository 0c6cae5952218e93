import HostRuntime

/// The line at the bottom: what the keys do, and for a while how the last command ended.
final class StatusLine: View {
    /// What a key does.
    struct Hint: Hashable, Sendable {
        let key: String
        let deed: String
    }

    /// How a command ended.
    struct Toast: Hashable, Sendable {
        let text: String
        let isError: Bool
    }

    var hints: [Hint] = [] {
        didSet { if hints != oldValue { setNeedsDisplay() } }
    }

    var toast: Toast? {
        didSet { if toast != oldValue { setNeedsDisplay() } }
    }

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        background = ShopStyle.bar
    }

    override func draw(in canvas: inout Canvas) {
        let margin = bounds.width >= 30 ? 2 : 0
        let room = bounds.width - margin
        if let toast {
            let color = toast.isError ? Theme.danger : Theme.good
            let sign = Span(toast.isError ? "✗ " : "✓ ", Style(foreground: color, attributes: .bold))
            let spans = [sign] + [Span](warning: toast.text, style: ShopStyle.strong)
            canvas.draw(spans, at: Point(x: margin, y: 0), maxWidth: room)
            return
        }
        var x = margin
        for hint in hints {
            let spans = [Span(hint.key, ShopStyle.key), Span(" \(hint.deed)", Theme.quiet)]
            // A hint is whole or not there.
            guard x + spans.width <= bounds.width else { return }
            canvas.draw(spans, at: Point(x: x, y: 0), maxWidth: bounds.width - x)
            x += spans.width + 3
        }
    }
}
