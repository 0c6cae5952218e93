import HostRuntime

/// A pane beside a list with the facts of the selected row.
final class DetailPane: View {
    private let title = Label(style: ShopStyle.strong)
    private let content = FactsContent("", FactsView())

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        background = Theme.panel
        addSubview(title)
        addSubview(content)
    }

    func show(_ title: String, message: String = "", facts: [FactsView.Fact]) {
        self.title.text = title
        content.show(message, facts)
        setNeedsLayout()
    }

    /// Returns the height that shows everything at a width.
    func height(forWidth width: Int) -> Int {
        content.preferredSize(maxWidth: max(1, width - 4)).height + 4
    }

    override func layoutSubviews() {
        let inner = bounds.inset(horizontally: 2, vertically: 1)
        title.frame = Rect(x: inner.minX, y: inner.minY, width: inner.width, height: min(1, inner.height))
        content.frame = Rect(x: inner.minX, y: inner.minY + 2, width: inner.width, height: max(0, inner.height - 2))
    }
}
