import HostRuntime

/// A page: a title, a subtitle and a content.
class PageView: View {
    private let title: Label
    private let subtitle = SpanView()

    init(title: String) {
        self.title = Label(title, style: Theme.title)
        super.init()
        self.title.accessibilityRole = .heading
        addSubview(self.title)
        addSubview(subtitle)
    }

    final func setSubtitle(_ spans: [Span]) {
        subtitle.spans = spans
    }

    func show(_ model: ShopModel) {}

    /// The view that gets the keyboard when the page opens; nil if no view takes it.
    var initialFocus: View? { nil }

    /// The effect of enter, for the status line.
    var enterAction: String { "press" }

    /// Lays out the content in the area below the title.
    func layoutContent(in room: Rect) {}

    final override func layoutSubviews() {
        // A small page leaves its room to the content.
        let lines = bounds.height >= 12 ? 3 : (bounds.height >= 6 ? 1 : 0)
        title.isHidden = lines == 0
        subtitle.isHidden = lines == 0
        title.frame = Rect(x: 1, y: 0, width: bounds.width - 1, height: 1)
        if lines == 1 {
            let x = 1 + TextWidth.width(of: title.text) + 2
            subtitle.frame = Rect(x: x, y: 0, width: bounds.width - x, height: 1)
        } else {
            subtitle.frame = Rect(x: 1, y: 1, width: bounds.width - 1, height: 1)
        }
        layoutContent(in: Rect(x: 0, y: lines, width: bounds.width, height: bounds.height - lines))
    }
}

/// A page with facts, the login that it needs, and buttons.
class FactsPage: PageView {
    final let facts = FactsView()
    final let hint: LoginHint
    final let buttons = ButtonRow()

    init(title: String, hint: String) {
        self.hint = LoginHint(hint)
        super.init(title: title)
        for view in [facts, self.hint, buttons] { addSubview(view) }
    }

    // Never the button that logs out.
    override var initialFocus: View? { buttons.buttons.first }

    override func layoutContent(in room: Rect) {
        let width = max(0, room.width - 2)
        let air = room.height >= 9 ? 1 : 0
        let lines = buttons.height(forWidth: width, atMost: max(0, room.height - facts.facts.count - 2 * air))
        // Without room for both, the buttons come first.
        let height = min(facts.facts.count, max(0, room.height - lines))
        facts.frame = Rect(x: 1, y: room.minY, width: width, height: height)
        var y = facts.frame.maxY + (hint.isHidden ? 2 : 1) * air
        if !hint.isHidden {
            let height = hint.height(forWidth: width, atMost: room.maxY - y - lines - air)
            hint.frame = Rect(x: 1, y: y, width: width, height: height)
            y += height + (height > 0 ? air : 0)
        }
        buttons.frame = Rect(x: 1, y: y, width: width, height: lines)
        buttons.setNeedsLayout()
    }
}
