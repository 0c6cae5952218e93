import HostRuntime

/// The lines of the help: keys in one column, what they do in the next.
final class HelpList: ListView {
    private let column: Int

    init(_ lines: [HelpLine]) {
        let keys = lines.map { if case .key(let key, _) = $0 { TextWidth.width(of: key) } else { 0 } }
        column = (keys.max() ?? 0) + 3
        super.init(
            rows: lines.map { line in
                switch line {
                case .heading(let title): .heading(title)
                case .key(let key, let deed): ListView.Row(key, detail: deed, isEnabled: false)
                case .space: .space
                }
            }
        )
    }

    // The button below has the keyboard, and the panel passes the keys on that scroll.
    override var canBecomeFirstResponder: Bool { false }

    override func drawRow(_ row: Row, at index: Int, y: Int, in canvas: inout Canvas) {
        // The last column is the scroll mark's.
        let width = max(0, bounds.width - 2)
        guard row.kind == .item else {
            canvas.draw(TextWidth.truncate(row.title, to: width), at: Point(x: 0, y: y), style: ShopStyle.strong)
            return
        }
        canvas.draw(row.title, at: Point(x: 0, y: y), style: ShopStyle.key, maxWidth: width)
        let deed = TextWidth.truncate(row.detail, to: max(0, width - column))
        canvas.draw(deed, at: Point(x: column, y: y), style: ShopStyle.text)
    }
}
