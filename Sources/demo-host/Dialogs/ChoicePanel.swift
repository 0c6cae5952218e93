import HostRuntime

/// Asks for one of several values.
final class ChoicePanel: DialogPanel {
    private let list: ListView
    private let cancel: Button

    /// Called with what was chosen.
    var onChoose: (@MainActor (CommandChoice) -> Void)?

    init(title: String, choices: [CommandChoice]) {
        list = ListView(
            rows: choices.map {
                ListView.Row(
                    $0.title + ($0.isCurrent ? " ✓" : ""),
                    detail: $0.detail,
                    mark: $0.tint.color,
                    sign: $0.tint.sign
                )
            },
            style: ShopStyle.sheet
        )
        cancel = Button("Cancel")
        super.init(title: title)
        list.select(choices.firstIndex(where: \.isCurrent) ?? 0)
        list.onChoose = { [weak self] in self?.onChoose?(choices[$0]) }
        cancel.action = { [weak self] in self?.onClose?() }
        addSubview(list)
        addSubview(cancel)
    }

    override var initialFocus: View? { list }

    override func bodySize(maxWidth: Int) -> Size {
        Size(width: min(48, maxWidth), height: list.rows.count + 2)
    }

    override func layoutBody(in room: Rect) {
        let air = room.height >= list.rows.count + 2 ? 1 : 0
        let footer = room.height > 1 ? 1 : 0
        list.frame = Rect(x: room.minX - 1, y: room.minY, width: room.width + 2, height: room.height - footer - air)
        cancel.frame = Rect(
            x: room.minX,
            y: room.maxY - footer,
            width: min(room.width, cancel.preferredWidth + 2),
            height: footer
        )
    }
}
