import HostRuntime

/// The page with the products; choosing one shows it.
final class HomePage: PageView {
    private let list = ListView()
    private let detail = DetailPane()
    private let basket = DetailPane()
    private var model: ShopModel

    init(model: ShopModel, perform: CommandRunner) {
        self.model = model
        super.init(title: "Products")
        list.accessibilityLabel = "Products"
        for view in [list, detail, basket] { addSubview(view) }
        list.onSelect = { [weak self] _ in self?.setNeedsLayout() }
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
        if isOtherShop { list.select(0) }
        // The most important first, because a small screen cuts the end.
        var parts: [Span] = []
        if !model.basket.isEmpty {
            parts.append(Span("\(model.basket.pieces) in the basket, \(model.basket.total)", ShopStyle.key))
        }
        if !model.shop.isOpen {
            parts.append(Span("closed, takes no orders", Style(foreground: Theme.caution)))
        } else if model.session == nil {
            parts.append(Span("log in to order", Theme.quiet))
        }
        let inStock = model.products.count { $0.stock > 0 }
        parts.append(Span("\(inStock) of \(model.products.count) in stock", Theme.quiet))
        setSubtitle([Span](parts.map { [$0] }.joined(separator: [Span("  ·  ", Theme.quiet)])))
        setNeedsLayout()
    }

    override func layoutContent(in room: Rect) {
        let selected = list.selectedIndex ?? 0
        let product = model.products.indices.contains(selected) ? model.products[selected] : nil
        if let product { detail.show(product.name, message: product.about, facts: product.facts(in: model.basket)) }
        let note = model.basket.isEmpty ? "Nothing in it yet. Open a product to add it." : ""
        let total = model.basket.isEmpty ? "" : ", \(model.basket.total)"
        basket.show("Basket" + total, message: note, facts: model.basket.facts)
        let height = product == nil ? 0 : detail.height(forWidth: 44)
        let columns = PageColumns(room, panes: [height, basket.height(forWidth: 44)])
        list.frame = columns.list
        for (pane, frame) in zip([detail, basket], columns.panes) {
            pane.isHidden = frame.isEmpty
            pane.frame = frame
        }
        list.rows = model.products.map { row($0, width: list.frame.width) }
    }

    private var priceWidth: Int { max(7, model.products.map(\.price).width) }

    private func row(_ product: Product, width: Int) -> ListView.Row {
        let price = "\(product.price)"
        let aligned = String(repeating: " ", count: priceWidth - TextWidth.width(of: price)) + price
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
