import HostRuntime

/// A sheet with the list of keys, which the arrows scroll.
final class HelpPanel: Sheet {
    private let list: HelpList

    init(_ lines: [HelpLine]) {
        list = HelpList(lines)
        let close = Button("Close")
        super.init(title: "Keys", hints: ["↑↓ scroll", "esc close"], content: list, buttons: [close])
        close.action = { [weak self] in self?.close() }
    }

    override func contentSize(maxWidth: Int) -> Size {
        Size(width: min(61, maxWidth), height: super.contentSize(maxWidth: maxWidth).height)
    }

    // The list gets the keys that scroll, and the button gets enter.
    override func keyDown(_ event: KeyEvent) -> Bool {
        event.key != .enter && list.keyDown(event)
    }
}

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
                case .key(let key, let action): ListView.Row(key, detail: action, isEnabled: false)
                case .space: .space
                }
            }
        )
    }

    // The button below has the keyboard, and the panel passes the keys on that scroll.
    override var canBecomeFirstResponder: Bool { false }

    override func drawRow(_ row: Row, at index: Int, y: Int, in canvas: inout Canvas) {
        // The first and the last column are empty, and the one before that is the scroll mark's.
        let width = max(0, bounds.width - 4)
        guard row.kind == .item else {
            canvas.draw(TextWidth.truncate(row.title, to: width), at: Point(x: 1, y: y), style: ShopStyle.strong)
            return
        }
        canvas.draw(row.title, at: Point(x: 1, y: y), style: ShopStyle.key, maxWidth: width)
        let action = TextWidth.truncate(row.detail, to: max(0, width - column))
        canvas.draw(action, at: Point(x: 1 + column, y: y), style: ShopStyle.text)
    }
}
