import HostRuntime

/// The order that is not placed yet, as a bill.
final class OrderCard: View {
    var order: Order {
        didSet { if order != oldValue { setNeedsDisplay() } }
    }

    init(order: Order) {
        self.order = order
        super.init()
        background = Theme.panel
    }

    var preferredHeight: Int { max(1, order.lines.count) + 6 }
    static let leastHeight = 7

    override var accessibilityElements: [AccessibilityElement] {
        let title = AccessibilityElement(.heading, "New order")
        guard !order.lines.isEmpty else { return [title, AccessibilityElement(.text, OrderCard.emptyText)] }
        let lines = order.lines.map { line in
            AccessibilityElement(.text, "\(line.count) × \(line.product.name)", value: "\(line.total)")
        }
        return [title] + lines + [AccessibilityElement(.text, "Total", value: "\(order.total)")]
    }

    private static let emptyText = "Nothing in it yet. Open a product to add it."

    override func draw(in canvas: inout Canvas) {
        guard bounds.height >= OrderCard.leastHeight else {
            return canvas.withClip(Rect(x: 1, y: 0, width: bounds.width - 2, height: 1)) { canvas in
                row("New order  \(order.summary)", "\(order.total)", y: 0, bounds.width - 2, ShopStyle.strong, &canvas)
            }
        }
        let inner = bounds.inset(horizontally: 2, vertically: 1)
        guard inner.width > 0 else { return }
        canvas.withClip(inner) { canvas in
            let width = inner.width
            canvas.draw(TextWidth.truncate("New order", to: width), at: .zero, style: ShopStyle.strong)
            guard !order.lines.isEmpty else {
                for (y, line) in TextWidth.wrap(OrderCard.emptyText, to: width).enumerated() {
                    canvas.draw(line, at: Point(x: 0, y: 2 + y), style: Theme.quiet)
                }
                return
            }
            // The total is always shown; the lines share the rest.
            let room = max(0, inner.height - 4)
            let isCut = order.lines.count > room
            let shown = isCut ? max(0, room - 1) : order.lines.count
            for (y, line) in order.lines.prefix(shown).enumerated() {
                row("\(line.count) × \(line.product.name)", "\(line.total)", y: 2 + y, width, ShopStyle.text, &canvas)
            }
            if isCut { row("… \(order.lines.count - shown) more", "", y: 2 + shown, width, Theme.quiet, &canvas) }
            let y = inner.height - 1
            canvas.fill(Rect(x: 0, y: y - 1, width: width, height: 1), style: ShopStyle.heading, character: "─")
            row("Total", "\(order.total)", y: y, width, ShopStyle.strong, &canvas)
        }
    }

    private func row(_ name: String, _ value: String, y: Int, _ width: Int, _ style: Style, _ canvas: inout Canvas) {
        let right = TextWidth.width(of: value)
        canvas.draw(TextWidth.truncate(name, to: width - right - 1), at: Point(x: 0, y: y), style: style)
        canvas.draw(value, at: Point(x: width - right, y: y), style: style)
    }
}
