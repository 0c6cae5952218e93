import HostRuntime

/// Lists the keys; the arrows scroll it.
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

    // A list that scrolls is no reason to give up the frame.
    override func leastContentHeight(width: Int) -> Int { min(list.rows.count, 4) + 2 }

    override func layoutContent(in room: Rect) {
        let air = room.height >= leastContentHeight(width: room.width) ? 1 : 0
        let footer = room.height > 1 ? 1 : 0
        list.frame = Rect(x: room.minX, y: room.minY, width: room.width, height: room.height - footer - air)
        let width = min(room.width, close.preferredWidth + 2)
        close.frame = Rect(x: room.minX, y: room.maxY - footer, width: width, height: footer)
    }

    // Keys that scroll are the list's; enter stays with the button.
    override func keyDown(_ event: KeyEvent) -> Bool {
        event.key != .enter && list.keyDown(event)
    }
}
