import HostRuntime

/// The commands of all parties with their keys, and an answer to who gets a key.
final class CommandsPage: TablePage<CommandReport> {
    /// How the last run of each command ended while the page was open, whoever started it.
    private var results: [String: DetailView.Line] = [:]
    private var keyPrompt: KeyPrompt?
    private var answer: KeyAnswer?
    /// The command that is selected while the answer is shown.
    private var answeredCommand: String?

    override var columns: [TableColumn] {
        [
            TableColumn("KEY", 9),
            .growing("COMMAND", least: 16),
            .growing("TITLE", least: 14, priority: 2),
            .growing("OWNER", least: 8, priority: 3),
            .growing("TAKES", least: 8, priority: 4),
            TableColumn("NOW", 11, priority: 1),
        ]
    }

    override func open() {
        super.open()
        observe(CommandsDidChange.self) { [weak self] _ in self?.setNeedsReload() }
        observe(CommandDidRun.self) { [weak self] in self?.commandDidRun($0) }
    }

    override func fetch() -> [CommandReport] { context.inspection.commands }

    override func id(of report: CommandReport) -> AnyHashable { report.command.id }

    override func cells(of report: CommandReport) -> [TableCell] {
        let command = report.command
        return [
            TableCell(command.key?.sign ?? "", report.hasLostKey ? Theme.danger : nil, isBold: !report.hasLostKey),
            TableCell(command.id, command.isListed ? nil : Theme.quiet.foreground),
            TableCell(command.title),
            TableCell("\(report.owner)"),
            TableCell(command.parameters.map(\.name).joined(separator: " ")),
            status(of: report),
        ]
    }

    // Asking a command is code of its owner, so only the rows on the screen are asked.
    private func status(of report: CommandReport) -> TableCell {
        if report.runCount > 0 { return TableCell("runs", Theme.good) }
        return report.command.availability.reason == nil ? "" : TableCell("unavailable", Theme.caution)
    }

    override func searchText(of report: CommandReport) -> String {
        let command = report.command
        return "\(command.key?.sign ?? "") \(command.id) \(command.title) \(command.group) \(report.owner)"
    }

    override func details(of report: CommandReport) -> [DetailView.Line] {
        let command = report.command
        var lines: [DetailView.Line] = answer?.lines ?? []
        lines += [
            .heading(command.title), .field("id", command.id), .field("owner", "\(report.owner)"),
            .field("group", command.group + (command.isListed ? "" : ", not listed in menus")),
        ]
        if let key = command.key { lines.append(keyLine(key, report)) }
        if let reason = command.availability.reason { lines.append(.field("unavailable", reason, Theme.caution)) }
        if report.runCount > 0 { lines.append(.field("running", "\(report.runCount) now", Theme.good)) }
        if let result = results[command.id] { lines.append(result) }
        if !command.parameters.isEmpty { lines.append(.heading("Parameters")) }
        for parameter in command.parameters {
            lines.append(.field(parameter.name, parameter.inWords))
        }
        return lines
    }

    private func keyLine(_ key: KeyEvent, _ report: CommandReport) -> DetailView.Line {
        if report.hasLostKey {
            return .field(
                "key",
                "\(key.sign), which runs '\(report.keyHolder ?? "")': it had the key first",
                Theme.danger
            )
        }
        let others = allItems.filter { $0.command.key == key && $0.command.id != report.command.id }
        guard !others.isEmpty else { return .field("key", key.sign) }
        let names = others.map { "'\($0.command.id)' of \($0.owner)" }.joined(separator: ", ")
        return .field("key", "\(key.sign), which \(names) wants too", Theme.caution)
    }

    // MARK: - Actions

    override var actions: [PageAction] {
        var actions: [PageAction] = []
        if let report = selected {
            actions.append(PageAction(.character("r"), "run") { [weak self] in self?.run(report.command) })
        }
        actions.append(PageAction(.character("k"), "who gets a key") { [weak self] in self?.askForKey() })
        return actions + tableActions
    }

    override func choose(_ report: CommandReport, column: Int) {
        run(report.command)
    }

    private func run(_ command: Command) {
        if command.parameters.isEmpty {
            context.commands.start(command.id)
        } else {
            panel.showForm(of: command)
        }
    }

    private func commandDidRun(_ message: CommandDidRun) {
        let (text, color) =
            switch message.outcome {
            case .finished(let text): (text ?? "finished", Theme.good)
            case .failed(let error): (error, Theme.danger)
            case .cancelled: ("cancelled", Theme.caution)
            }
        results[message.id] = .field("last run", text, color)
        setNeedsReload()
        guard message.id == selected?.command.id else { return }
        showDetails()
        // A panel of two lines has no room for details.
        if panel.currentSize == .bar { panel.say(text) }
    }

    private func showDetails() {
        selectionDidChange()
        setNeedsDisplay()
    }

    private func askForKey() {
        let prompt = KeyPrompt { [weak self] key in self?.explain(key) }
        keyPrompt?.removeFromSuperview()
        keyPrompt = prompt
        addSubview(prompt)
        setNeedsLayout()
        prompt.becomeFirstResponder()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        keyPrompt?.frame = Rect(x: 0, y: 0, width: bounds.width, height: min(1, bounds.height))
    }

    /// Shows who gets a key, and chooses the command that it runs.
    private func explain(_ key: KeyEvent) {
        keyPrompt?.removeFromSuperview()
        keyPrompt = nil
        table.becomeFirstResponder()
        let commands = allItems.filter { $0.command.key == key }
        if let first = commands.first { select(first.command.id) }
        answeredCommand = selected?.command.id
        answer = KeyAnswer(
            key,
            window: context.inspection.windows().first(where: \.isKey),
            commands: commands
        )
        selectionDidChange()
        setNeedsDisplay()
    }

    override func selectionDidChange() {
        // An answer stays until another row is selected.
        if selected?.command.id != answeredCommand { answer = nil }
        super.selectionDidChange()
    }

    override var emptyText: String { "There are no commands." }

    override var summary: String {
        let lost = allItems.count(where: \.hasLostKey)
        return count(of: "command") + (lost > 0 ? ", \(lost) whose key is taken" : "")
    }
}

extension CommandParameter {
    fileprivate var isSecretKind: Bool {
        if case .secret = kind { true } else { false }
    }

    /// The kind, the default and the hint, without a secret.
    fileprivate var inWords: String {
        let kind =
            switch kind {
            case .text: "text"
            case .secret: "secret text"
            case .number(let range):
                range.map { "number from \($0.lowerBound.text()) to \($0.upperBound.text())" } ?? "number"
            case .toggle: "true or false"
            case .choice: "one of several values"
            }
        let value = defaultValue.map { isSecretKind ? ", has a default" : ", default \($0)" } ?? ", required"
        return kind + value + (hint.map { ", \($0)" } ?? "")
    }
}
