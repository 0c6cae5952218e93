import HostRuntime

/// The page with the products; choosing one shows it.
final class HomePage: PageView {
    private let list = ListView()
    private let card: OrderCard
    private var model: ShopModel

    init(model: ShopModel, perform: CommandRunner) {
        self.model = model
        card = OrderCard(order: model.draft)
        super.init(title: "Products")
        list.accessibilityLabel = "Products"
        addSubview(list)
        addSubview(card)
        list.onChoose = { [weak self] index in
            guard let products = self?.model.products, products.indices.contains(index) else { return }
            perform(.showProduct, [.product: .string(products[index].id)])
        }
    }

    override var initialFocus: View? { list }

    override var enterAction: String { "open" }

    override func show(_ model: ShopModel) {
        let isOtherShop = model.shop != self.model.shop
        self.model = model
        card.order = model.draft
        if isOtherShop { list.select(0) }
        let draft = model.draft
        let inStock = model.products.count { $0.stock > 0 }
        // The most important first, because a small screen cuts the end.
        var spans: [Span] = []
        if !draft.lines.isEmpty {
            spans = [Span("order: \(draft.pieces) for \(draft.total)", ShopStyle.key), Span("  ·  ", Theme.quiet)]
        } else if !model.shop.isOpen {
            spans = [Span("takes no orders", Style(foreground: Theme.caution)), Span("  ·  ", Theme.quiet)]
        }
        spans.append(Span("\(inStock) of \(model.products.count) in stock", Theme.quiet))
        setSubtitle(spans)
        setNeedsLayout()
    }

    override func layoutContent(in room: Rect) {
        let hasCard = room.width >= 84
        card.isHidden = !hasCard
        let cardWidth = hasCard ? min(44, room.width / 3) : 0
        let gap = hasCard ? 3 : 0
        list.frame = Rect(x: 0, y: room.minY, width: room.width - cardWidth - gap, height: room.height)
        card.frame = Rect(
            x: list.frame.maxX + gap,
            y: room.minY,
            width: cardWidth,
            height: min(card.preferredHeight, room.height)
        )
        list.rows = model.products.map { row($0, width: list.frame.width) }
    }

    private func row(_ product: Product, width: Int) -> ListView.Row {
        let price = "\(product.price)"
        let room = max(0, 7 - TextWidth.width(of: price))
        let aligned = String(repeating: " ", count: room) + price
        let stock = product.stock > 0 ? "\(product.stock) left" : "sold out"
        let detail = width >= 40 ? stock + "  " + aligned : price
        return ListView.Row(
            TextWidth.truncate(product.name, to: max(0, width - TextWidth.width(of: detail) - 6)),
            detail: detail,
            mark: product.availability.tint.color,
            sign: product.availability.tint.sign
        )
    }
}
