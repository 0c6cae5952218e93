import HostRuntime

/// The lines of the help; scrolls where there are more than fit.
final class HelpView: View {
    let lines: [HelpLine]

    /// The first line that is seen.
    private(set) var top = 0

    init(_ lines: [HelpLine]) {
        self.lines = lines
        super.init()
    }

    private var last: Int { max(0, lines.count - bounds.height) }

    override func layoutSubviews() {
        top = min(top, last)
    }

    override func scroll(by rows: Int) -> Bool {
        let next = min(max(0, top + min(max(rows, -lines.count), lines.count)), last)
        guard next != top else { return false }
        top = next
        setNeedsDisplay()
        return true
    }

    override func draw(in canvas: inout Canvas) {
        let keys = lines.map { if case .key(let key, _) = $0 { TextWidth.width(of: key) } else { 0 } }
        let column = (keys.max() ?? 0) + 3
        // The last column is the scroll marks'.
        let width = max(0, bounds.width - 2)
        for (y, line) in lines.dropFirst(top).prefix(bounds.height).enumerated() {
            switch line {
            case .heading(let title):
                canvas.draw(TextWidth.truncate(title, to: width), at: Point(x: 0, y: y), style: ShopStyle.strong)
            case .key(let key, let deed):
                canvas.draw(key, at: Point(x: 0, y: y), style: ShopStyle.key, maxWidth: width)
                let room = max(0, width - column)
                canvas.draw(TextWidth.truncate(deed, to: room), at: Point(x: column, y: y), style: ShopStyle.text)
            case .space: break
            }
        }
        let style = Style(foreground: Theme.accent)
        let x = bounds.width - 1
        if top > 0 { canvas.draw("▲", at: Point(x: x, y: 0), style: style) }
        if top < last { canvas.draw("▼", at: Point(x: x, y: bounds.height - 1), style: style) }
    }
}
