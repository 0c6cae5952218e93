import HostRuntime

/// The bar at the top with the shop, the environment and the session; a tap on one changes it.
final class HeaderView: View {
    private let shop: SpanView
    private let badge: SpanView
    private let user: SpanView
    private var model: ShopModel

    init(model: ShopModel, perform: CommandRunner) {
        self.model = model
        shop = SpanView { perform(.chooseShop) }
        badge = SpanView { perform(.chooseEnvironment) }
        user = SpanView { perform(.logInOrOut) }
        super.init()
        background = ShopStyle.bar
        for view in [shop, badge, user] { addSubview(view) }
    }

    func show(_ model: ShopModel) {
        self.model = model
        setNeedsLayout()
    }

    override func layoutSubviews() {
        let width = bounds.width
        let y = bounds.height / 2
        let margin = width >= 60 ? 2 : (width >= 30 ? 1 : 0)
        fill(isWide: width >= 60)
        let userWidth = min(user.spans.width, width)
        user.frame = Rect(x: width - margin - userWidth, y: y, width: userWidth, height: 1)
        let badgeWidth = badge.spans.width
        let gap = width >= 60 ? 3 : 1
        badge.frame = Rect(x: user.frame.minX - gap - badgeWidth, y: y, width: badgeWidth, height: 1)
        shop.frame = Rect(x: margin, y: y, width: badge.frame.minX - 1 - margin, height: 1)
        // Without room for all, only the shop's name stays.
        badge.isHidden = shop.frame.width < 8
        user.isHidden = badge.isHidden
        if badge.isHidden { shop.frame = Rect(x: margin, y: y, width: width - margin, height: 1) }
    }

    private func fill(isWide: Bool) {
        let quiet = Theme.quiet
        shop.spans = [Span("◆ ", ShopStyle.key), Span(model.shop.name, Theme.title)]
        if isWide {
            shop.spans += [Span("   \(model.shop.city)  ", quiet), model.shop.tint.mark, Span(model.shop.state, quiet)]
        }
        let name = isWide ? model.environment.rawValue : model.environment.shortName
        badge.spans = [Span(" \(name.uppercased()) ", model.environment.badge)]
        if let session = model.session {
            let label = isWide ? session.label : String(session.phone.suffix(4))
            user.spans = [Span("● ", Style(foreground: Theme.good)), Span(label, ShopStyle.text)]
        } else {
            user.spans = [Span("○ ", quiet), Span(isWide ? "not logged in" : "log in", quiet)]
        }
    }

    override func draw(in canvas: inout Canvas) {
        guard bounds.height > 1 else { return }
        // In the environment's color, as a warning in production.
        let edge = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
        canvas.fill(edge, style: Style(foreground: model.environment.tint.color), character: canvas.isASCII ? "_" : "▁")
    }
}
