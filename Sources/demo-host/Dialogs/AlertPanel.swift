import HostRuntime

/// A sheet with a message, facts and buttons.
final class AlertPanel: Sheet {
    private let facts: FactsContent

    init(
        title: String,
        message: String,
        facts: [FactsView.Fact] = [],
        tint: Color = Theme.accent,
        buttons: [Button]
    ) {
        self.facts = FactsContent(message, FactsView(facts))
        super.init(title: title, tint: tint, content: self.facts, buttons: buttons)
    }

    func show(_ message: String, _ facts: [FactsView.Fact], buttons: [Button]) {
        self.facts.show(message, facts)
        self.buttons = buttons
    }
}

/// A message above facts, of any width.
final class FactsContent: View {
    private let message: Label
    private let facts: FactsView

    init(_ message: String, _ facts: FactsView) {
        self.message = Label(message, style: ShopStyle.text)
        self.facts = facts
        super.init()
        addSubview(self.message)
        addSubview(facts)
    }

    func show(_ text: String, _ facts: [FactsView.Fact]) {
        message.text = text
        self.facts.facts = facts
        setNeedsLayout()
    }

    override func preferredSize(maxWidth: Int) -> Size {
        let heights = [message.preferredSize(maxWidth: maxWidth).height, facts.facts.count].filter { $0 > 0 }
        return Size(width: 0, height: heights.reduce(0, +) + max(0, heights.count - 1))
    }

    override func layoutSubviews() {
        let height = message.preferredSize(maxWidth: bounds.width).height
        let air = height > 0 && bounds.height >= preferredSize(maxWidth: bounds.width).height ? 1 : 0
        message.frame = Rect(x: 0, y: 0, width: bounds.width, height: min(height, bounds.height))
        let top = min(bounds.height, height + air)
        let rest = min(facts.facts.count, bounds.height - top)
        facts.frame = Rect(x: 0, y: top, width: bounds.width, height: rest)
    }
}
