import HostRuntime

/// A page: a title, a line below it, and what the page is about.
class PageView: View {
    private let title: Label
    private let subtitle = SpanView()

    init(title: String) {
        self.title = Label(title, style: Theme.title)
        super.init()
        addSubview(self.title)
        addSubview(subtitle)
    }

    /// What is said below the title.
    final func setSubtitle(_ spans: [Span]) {
        subtitle.spans = spans
    }

    /// Takes in what the shop knows now.
    func show(_ model: ShopModel) {}

    /// The view that has the keyboard when the page is opened; nil where there is none.
    var initialFocus: View? { nil }

    /// Places what the page is about in the room below the title.
    func layoutContent(in room: Rect) {}

    final override func layoutSubviews() {
        // Where there is hardly room, it belongs to the content.
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
