import HostRuntime

extension [Money] {
    /// The columns of the longest amount.
    var width: Int { map { TextWidth.width(of: "\($0)") }.max() ?? 0 }
}

/// Names with their values, in two columns.
final class FactsView: View {
    struct Fact: Hashable, Sendable {
        let name: String
        let value: [Span]

        init(_ name: String, _ value: [Span]) {
            self.name = name
            self.value = value
        }

        init(_ name: String, _ value: String, style: Style = ShopStyle.text) {
            self.init(name, [Span(value, style)])
        }
    }

    var facts: [Fact] {
        didSet { if facts != oldValue { setNeedsDisplay() } }
    }

    init(_ facts: [Fact] = []) {
        self.facts = facts
        super.init()
    }

    override var accessibilityElements: [AccessibilityElement] {
        facts.map { AccessibilityElement(.text, $0.name, value: $0.value.words) }
    }

    override func draw(in canvas: inout Canvas) {
        let column = facts.map { TextWidth.width(of: $0.name) }.max() ?? 0
        for (y, fact) in facts.enumerated() where y < bounds.height {
            canvas.draw(fact.name, at: Point(x: 0, y: y), style: Theme.quiet)
            canvas.draw(fact.value, at: Point(x: column + 3, y: y), maxWidth: bounds.width - column - 3)
        }
    }
}
