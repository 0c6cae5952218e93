import HostRuntime

/// A panel to choose one of several values.
final class ChoicePanel: DialogPanel {
    private let list: ListView
    private var choices: [CommandChoice]
    private let cancel: Button
    var onChoose: (@MainActor (CommandChoice) -> Void)?

    init(title: String, choices: [CommandChoice]) {
        self.choices = choices
        list = ListView(rows: choices.map(ChoicePanel.row), style: Theme.panel)
        cancel = Button("Cancel")
        super.init(title: title, hints: ["↑↓ move", "enter choose", "esc close"])
        list.select(choices.firstIndex(where: \.isCurrent) ?? 0)
        list.onChoose = { [weak self] in
            if let self { onChoose?(self.choices[$0]) }
        }
        cancel.action = { [weak self] in self?.onClose?() }
        addSubview(list)
        addSubview(cancel)
    }

    private static func row(_ choice: CommandChoice) -> ListView.Row {
        ListView.Row(
            choice.title,
            detail: choice.detail,
            mark: choice.tint.color,
            sign: choice.tint.sign,
            isCurrent: choice.isCurrent
        )
    }

    /// Replaces the choices; the selected one stays selected if it is still there.
    func show(_ choices: [CommandChoice]) {
        let value = list.selectedIndex.map { self.choices[$0].value }
        self.choices = choices
        list.rows = choices.map(ChoicePanel.row)
        let index = choices.firstIndex { $0.value == value } ?? choices.firstIndex(where: \.isCurrent)
        list.select(index ?? 0)
        setNeedsLayout()
    }

    override var initialFocus: View? { list }

    override func contentSize(maxWidth: Int) -> Size {
        Size(width: min(48, maxWidth), height: list.rows.count + 2)
    }

    override func layoutContent(in room: Rect) {
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
