import HostRuntime

/// A panel with a message, facts and buttons.
final class AlertPanel: DialogPanel {
    private let message: Label
    private let facts: FactsView
    private let buttons: ButtonRow

    init(
        title: String,
        message: String,
        facts: [FactsView.Fact] = [],
        tint: Color = Theme.accent,
        buttons: [Button]
    ) {
        self.message = Label(message, style: ShopStyle.text)
        self.facts = FactsView(facts)
        self.buttons = ButtonRow(buttons)
        super.init(title: title, tint: tint)
        updateHints()
        for view in [self.message, self.facts, self.buttons] { addSubview(view) }
    }

    func show(_ facts: [FactsView.Fact], buttons: [Button]) {
        self.facts.facts = facts
        let hadFocus = self.buttons.buttons.contains(where: \.isFirstResponder)
        self.buttons.buttons = buttons
        updateHints()
        if hadFocus, !buttons.contains(where: \.isFirstResponder) { buttons.first?.becomeFirstResponder() }
        setNeedsLayout()
    }

    private func updateHints() {
        hints = (buttons.buttons.count > 1 ? ["←→ move"] : []) + ["enter press", "esc close"]
    }

    override var initialFocus: View? { buttons.buttons.first }

    override func contentSize(maxWidth: Int) -> Size {
        let width = min(max(44, buttons.preferredWidth), maxWidth)
        let parts = [messageHeight(width), facts.facts.count, buttons.height(forWidth: width)].filter { $0 > 0 }
        return Size(width: width, height: parts.reduce(0, +) + max(0, parts.count - 1))
    }

    // A question is shown with its whole text.
    override func leastContentHeight(width: Int) -> Int { contentSize(maxWidth: width).height }

    private func messageHeight(_ width: Int) -> Int {
        guard !message.text.isEmpty else { return 0 }
        return message.text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { TextWidth.wrap(String($0), to: width).count }
            .reduce(0, +)
    }

    override func layoutContent(in room: Rect) {
        let air = room.height >= contentSize(maxWidth: room.width).height ? 1 : 0
        let lines = min(buttons.height(forWidth: room.width, atMost: air > 0 ? .max : 1), room.height)
        buttons.frame = Rect(x: room.minX, y: room.maxY - lines, width: room.width, height: lines)
        // The buttons are shown at any size; the text gets the rest.
        var y = room.minY
        var left = max(0, room.height - lines - air)
        for (view, height) in [(message, messageHeight(room.width)), (facts, facts.facts.count)] as [(View, Int)] {
            view.frame = Rect(x: room.minX, y: y, width: room.width, height: min(height, left))
            let step = height > 0 ? height + air : 0
            y += step
            left = max(0, left - step)
        }
    }
}
