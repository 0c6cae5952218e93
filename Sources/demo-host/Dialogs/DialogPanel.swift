import HostRuntime

/// What a sheet or an alert shows: a frame, a title, and a body that subclasses fill.
class DialogPanel: View {
    let title: String

    /// The colour of the frame and of the title.
    let tint: Color

    /// Whether the title wears the tint as well, as a warning does.
    private var isWarning: Bool { tint == Theme.danger }

    /// Called when escape is pressed, or a button asks to close.
    var onClose: (@MainActor () -> Void)?

    /// Takes in what the shop knows now, and returns whether the panel may stay.
    ///
    /// Without it the panel stays: it says nothing that could change.
    var onChange: (@MainActor (ShopModel) -> Bool)?

    init(title: String, tint: Color = Theme.quiet.foreground) {
        self.title = title
        self.tint = tint
        super.init()
        background = ShopStyle.sheet
    }

    /// The view that has the keyboard first.
    var initialFocus: View? { nil }

    /// The size that the body would like to have, given the most columns there are.
    func bodySize(maxWidth: Int) -> Size { .zero }

    /// The rows of a body that is worth a frame, given the most columns there are.
    func leastBodyHeight(maxWidth: Int) -> Int { bodySize(maxWidth: maxWidth).height }

    /// Places the body's views.
    func layoutBody(in room: Rect) {}

    /// The size that the panel takes on a screen.
    func size(on screen: Size) -> Size {
        let body = bodySize(maxWidth: max(0, screen.width - 2 * DialogPanel.padding))
        let wanted = Size(width: body.width + 2 * DialogPanel.padding, height: body.height + 5)
        var height = min(wanted.height, screen.height)
        // What scrolls leaves a row of the page above and below.
        if wanted.height > screen.height - 2 {
            height = max(min(screen.height, leastHeight(screen.width)), min(height, screen.height - 2))
        }
        return Size(width: min(wanted.width, screen.width), height: height)
    }

    private func leastHeight(_ width: Int) -> Int {
        leastBodyHeight(maxWidth: max(0, width - 2 * DialogPanel.padding)) + 5
    }

    private static let padding = 3

    /// Whether there is no room for the frame and the empty lines.
    private var isTight: Bool {
        bounds.height < leastHeight(bounds.width)
    }

    override func layoutSubviews() {
        if isTight {
            let top = bounds.height > 2 ? 1 : 0
            layoutBody(in: Rect(x: 1, y: top, width: bounds.width - 2, height: bounds.height - top))
        } else {
            layoutBody(
                in: Rect(
                    x: DialogPanel.padding,
                    y: 3,
                    width: bounds.width - 2 * DialogPanel.padding,
                    height: bounds.height - 5
                )
            )
        }
    }

    override func draw(in canvas: inout Canvas) {
        let style = Style(foreground: isWarning ? tint : .white, attributes: .bold)
        guard !isTight else {
            guard bounds.height > 2 else { return }
            canvas.draw(TextWidth.truncate(title, to: bounds.width - 2), at: Point(x: 1, y: 0), style: style)
            return
        }
        canvas.drawBox(bounds, style: Style(foreground: tint), border: .rounded)
        let room = bounds.width - 2 * DialogPanel.padding
        canvas.draw(TextWidth.truncate(title, to: room), at: Point(x: DialogPanel.padding, y: 1), style: style)
    }
}
