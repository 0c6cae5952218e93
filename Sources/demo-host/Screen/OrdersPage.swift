import HostRuntime

/// The page with the orders of a logged-in merchant: the one that is not placed yet, and the placed ones.
final class OrdersPage: PageView {
    private let card: OrderCard
    private let list = ListView()
    private let detail = DetailPane()
    private let message = Label()
    private let hint = LoginHint("Orders are for merchants only. Log in to see them.")
    private let hiddenRows = HiddenRows()
    private let buttons = ButtonRow()
    private let logIn: Button
    private let place: Button
    private let clear: Button
    private var model: ShopModel

    init(model: ShopModel, perform: CommandRunner) {
        self.model = model
        card = OrderCard(order: model.draft)
        logIn = Button("Log in") { perform(.logInOrOut) }
        place = Button("Place order") { perform(.placeOrder) }
        clear = Button("Clear") { perform(.clearOrder) }
        super.init(title: "Orders")
        list.accessibilityLabel = "Orders"
        for view in [card, hint, buttons, hiddenRows, message, list, detail] { addSubview(view) }
        list.onSelect = { [weak self] _ in self?.setNeedsLayout() }
        list.onChoose = { [weak self] index in
            guard let orders = self?.model.orders, orders.indices.contains(index) else { return }
            perform(.showOrder, [.order: .string("\(orders[index].number)")])
        }
    }

    override var initialFocus: View? { buttons.buttons.first ?? (list.isHidden ? nil : list) }

    override var enterAction: String { initialFocus === list ? "open" : "press" }

    override func show(_ model: ShopModel) {
        self.model = model
        card.order = model.draft
        let isKnown = model.session != nil
        let hasDraft = isKnown && !model.draft.lines.isEmpty
        card.isHidden = !hasDraft
        hint.isHidden = isKnown
        hiddenRows.isHidden = isKnown
        buttons.buttons = isKnown ? (hasDraft ? [place, clear] : []) : [logIn]
        list.isHidden = !isKnown || model.orders.isEmpty
        let environment = Span(
            model.environment.rawValue,
            model.environment == .production ? Style(foreground: Theme.danger, attributes: .bold) : Theme.quiet
        )
        if isKnown {
            setSubtitle([Span("\(model.orders.count) in ", Theme.quiet), environment])
            message.text =
                model.orders.isEmpty && !hasDraft ? "No orders yet. Open a product on Home to begin one." : ""
        } else {
            setSubtitle([Span("of \(model.shop.name) in ", Theme.quiet), environment])
            message.text = ""
        }
        message.isHidden = message.text.isEmpty
        message.style = ShopStyle.text
        setNeedsLayout()
    }

    override func layoutContent(in room: Rect) {
        let selected = list.selectedIndex ?? 0
        let order = !list.isHidden && model.orders.indices.contains(selected) ? model.orders[selected] : nil
        if let order { detail.show("Order #\(order.number)", facts: order.facts) }
        let columns = PageColumns(room, panes: [order == nil ? 0 : detail.height(forWidth: 44)])
        detail.frame = columns.panes[0]
        detail.isHidden = detail.frame.isEmpty
        var y = room.minY
        let width = columns.list.width
        if !card.isHidden {
            // The buttons and some orders below the card need room too.
            let left = room.height - 5
            let height = left < OrderCard.leastHeight ? (room.height > 2 ? 1 : 0) : min(card.preferredHeight, left)
            card.frame = Rect(x: 0, y: y, width: width, height: height)
            y += height + (room.height >= 10 && height > 0 ? 1 : 0)
        }
        if !hint.isHidden {
            let height = hint.height(forWidth: width - 2, atMost: room.height - 1)
            hint.frame = Rect(x: 1, y: y, width: width - 1, height: height)
            y += height + (room.height >= 6 ? 1 : 0)
        }
        if !message.isHidden {
            let height = min(TextWidth.wrap(message.text, to: max(1, width - 2)).count, max(0, room.height - 1))
            message.frame = Rect(x: 1, y: y, width: width - 1, height: height)
            y += height + (room.height >= 6 ? 1 : 0)
        }
        let lines = buttons.height(forWidth: width - 1, atMost: max(0, room.maxY - y - 1))
        buttons.frame = Rect(x: 1, y: y, width: width - 1, height: lines)
        if lines > 0 { y += lines + (room.height >= 10 ? 1 : 0) }
        list.frame = Rect(x: 0, y: y, width: width, height: room.maxY - y)
        hiddenRows.frame = list.frame
        list.rows = model.orders.map { row($0, width: width) }
    }

    private var totalWidth: Int { max(8, model.orders.map(\.total).width + 2) }

    /// Returns an order's row; without room, the products are cut and never the price.
    private func row(_ order: Order, width: Int) -> ListView.Row {
        let total = "\(order.total)"
        let aligned = String(repeating: " ", count: totalWidth - TextWidth.width(of: total)) + total
        let detail = width >= 34 ? order.state.rawValue + aligned : total
        let room = width - TextWidth.width(of: detail) - 6
        return ListView.Row(
            TextWidth.truncate("#\(order.number)  \(order.summary)", to: max(0, room)),
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
