import HostRuntime

/// A panel with the list of keys, which the arrows scroll.
final class HelpPanel: DialogPanel {
    private let list: HelpList
    private let close: Button

    init(_ lines: [HelpLine]) {
        list = HelpList(lines)
        close = Button("Close")
        super.init(title: "Keys", hints: ["↑↓ scroll", "esc close"])
        close.action = { [weak self] in self?.onClose?() }
        addSubview(list)
        addSubview(close)
    }

    override var initialFocus: View? { close }

    override func contentSize(maxWidth: Int) -> Size {
        Size(width: min(61, maxWidth), height: list.rows.count + 2)
    }

    // The list can scroll, so the frame stays on a small screen too.
    override func leastContentHeight(width: Int) -> Int { min(list.rows.count, 4) + 2 }

    override func layoutContent(in room: Rect) {
        let air = room.height >= leastContentHeight(width: room.width) ? 1 : 0
        let footer = room.height > 1 ? 1 : 0
        list.frame = Rect(x: room.minX, y: room.minY, width: room.width, height: room.height - footer - air)
        let width = min(room.width, close.preferredWidth + 2)
        close.frame = Rect(x: room.minX, y: room.maxY - footer, width: width, height: footer)
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
        // The last column is the scroll mark's.
        let width = max(0, bounds.width - 2)
        guard row.kind == .item else {
            canvas.draw(TextWidth.truncate(row.title, to: width), at: Point(x: 0, y: y), style: ShopStyle.strong)
            return
        }
        canvas.draw(row.title, at: Point(x: 0, y: y), style: ShopStyle.key, maxWidth: width)
        let action = TextWidth.truncate(row.detail, to: max(0, width - column))
        canvas.draw(action, at: Point(x: column, y: y), style: ShopStyle.text)
    }
}
