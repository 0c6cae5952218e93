import HostRuntime

/// The order under way and the ones that were placed, for who is logged in.
final class OrdersPage: PageView {
    private let card: OrderCard
    private let list = ListView()
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
        logIn = Button("Log in") { perform("session.toggle") }
        place = Button("Place order") { perform("order.place") }
        clear = Button("Clear") { perform("order.clear") }
        super.init(title: "Orders")
        for view in [card, hint, buttons, hiddenRows, message, list] { addSubview(view) }
    }

    override var initialFocus: View? { buttons.buttons.first ?? (list.isHidden ? nil : list) }

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
        var y = room.minY
        let width = min(room.width, 96)
        if !card.isHidden {
            // The buttons and some orders below it are worth more than its lines.
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

    /// What it costs is never cut; what is in it is, where there is no room.
    private func row(_ order: Order, width: Int) -> ListView.Row {
        let total = "\(order.total)"
        let aligned = String(repeating: " ", count: max(0, 8 - TextWidth.width(of: total))) + total
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
