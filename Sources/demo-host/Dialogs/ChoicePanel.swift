import HostRuntime

/// A sheet to choose one of several values.
final class ChoicePanel: Sheet {
    private let list: ListView
    private var choices: [CommandChoice]
    var onChoose: (@MainActor (CommandChoice) -> Void)?

    init(title: String, choices: [CommandChoice]) {
        self.choices = choices
        list = ListView(rows: choices.map(ChoicePanel.row), style: Theme.panel)
        let cancel = Button("Cancel")
        let hints = ["↑↓ move", "enter choose", "esc close"]
        super.init(title: title, hints: hints, content: list, buttons: [cancel])
        list.select(choices.firstIndex(where: \.isCurrent) ?? 0)
        list.onChoose = { [weak self] in
            if let self { onChoose?(self.choices[$0]) }
        }
        cancel.action = { [weak self] in self?.close() }
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

    override func contentSize(maxWidth: Int) -> Size {
        Size(width: min(48, maxWidth), height: super.contentSize(maxWidth: maxWidth).height)
    }
}
