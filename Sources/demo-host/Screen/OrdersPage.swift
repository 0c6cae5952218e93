import HostRuntime

/// The page with the placed orders of a logged-in merchant.
final class OrdersPage: PageView {
    private let list = ListView()
    private let detail = DetailPane()
    private let hint = LoginHint("Log in to see your orders.")
    private let hiddenRows = HiddenRows()
    private let logIn: Button
    private var model: ShopModel

    init(model: ShopModel, perform: CommandRunner) {
        self.model = model
        logIn = Button("Log in") { perform(.logInOrOut) }
        super.init(title: "Orders")
        list.accessibilityLabel = "Orders"
        for view in [hint, logIn, hiddenRows, list, detail] { addSubview(view) }
        list.onSelect = { [weak self] _ in self?.setNeedsLayout() }
        list.onChoose = { [weak self] index in
            guard let orders = self?.model.orders, orders.indices.contains(index) else { return }
            perform(.showOrder, [.order: .string("\(orders[index].number)")])
        }
    }

    override var initialFocus: View? { !logIn.isHidden ? logIn : list.isHidden ? nil : list }

    override var enterAction: String { initialFocus === list ? "open" : "press" }

    override func show(_ model: ShopModel) {
        self.model = model
        let isKnown = model.session != nil
        for view in [hint, logIn, hiddenRows] { view.isHidden = isKnown }
        list.isHidden = !isKnown || model.orders.isEmpty
        let environment = Span(
            model.environment.rawValue,
            model.environment == .production ? Style(foreground: Theme.danger, attributes: .bold) : Theme.quiet
        )
        let text = !isKnown ? "of \(model.shop.name) in " : list.isHidden ? "None yet in " : "\(model.orders.count) in "
        setSubtitle([Span(text, Theme.quiet), environment])
        setNeedsLayout()
    }

    override func layoutContent(in room: Rect) {
        let selected = list.selectedIndex ?? 0
        let order = !list.isHidden && model.orders.indices.contains(selected) ? model.orders[selected] : nil
        if let order { detail.show("Order #\(order.number)", facts: order.facts) }
        let columns = PageColumns(room, panes: [order == nil ? 0 : detail.height(forWidth: 44)])
        detail.frame = columns.panes[0]
        detail.isHidden = detail.frame.isEmpty
        let width = columns.list.width
        list.frame = Rect(x: 0, y: room.minY, width: width, height: room.height)
        list.rows = model.orders.map { row($0, width: width) }
        let height = hint.height(forWidth: width - 2, atMost: room.height - 1)
        hint.frame = Rect(x: 1, y: room.minY, width: width - 1, height: height)
        let y = hint.frame.maxY + (room.height >= 6 ? 1 : 0)
        logIn.frame = Rect(x: 1, y: y, width: min(width - 1, logIn.preferredWidth + 2), height: min(1, room.maxY - y))
        let top = logIn.frame.maxY + (room.height >= 10 ? 1 : 0)
        hiddenRows.frame = Rect(x: 0, y: top, width: width, height: max(0, room.maxY - top))
    }

    private var totalWidth: Int { max(8, model.orders.map(\.lines.total).width + 2) }

    /// Returns an order's row; without room, the products are cut and never the price.
    private func row(_ order: Order, width: Int) -> ListView.Row {
        let total = "\(order.lines.total)"
        let aligned = String(repeating: " ", count: totalWidth - TextWidth.width(of: total)) + total
        let detail = width >= 34 ? order.state.rawValue + aligned : total
        let room = width - TextWidth.width(of: detail) - 6
        return ListView.Row(
            TextWidth.truncate("#\(order.number)  \(order.lines.summary)", to: max(0, room)),
            detail: detail,
            mark: order.state.tint.color,
            sign: order.state.tint.sign
        )
    }
}

/// Placeholders for the rows that only a logged-in merchant can read.
final class HiddenRows: View {
    /// The widths of each row's text and detail, in eighths of the whole width.
    private static let rows = [(text: 4, detail: 2), (text: 3, detail: 2), (text: 5, detail: 2)]

    override func draw(in canvas: inout Canvas) {
        guard bounds.width >= 24 else { return }
        for (index, row) in HiddenRows.rows.enumerated() where index < bounds.height {
            let detail = bounds.width * row.detail / 8
            for part in [
                Rect(x: 1, y: index, width: 1, height: 1),
                Rect(x: 3, y: index, width: bounds.width * row.text / 8, height: 1),
                Rect(x: bounds.width - detail - 1, y: index, width: detail, height: 1),
            ] {
                canvas.fill(part, style: ShopStyle.hidden, character: "▄")
            }
        }
    }
}
