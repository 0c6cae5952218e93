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
