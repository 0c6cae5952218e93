import HostRuntime

/// Keys and touches as they come, with the window, view or command that took each.
final class InputPage: TablePage<InputPage.Input> {
    struct Input: Hashable, Sendable {
        let number: Int
        let time: Duration
        let report: InputReport
    }

    private static let limit = 1000

    private var inputs: [Input] = []
    private var lastNumber = 0

    override var columns: [TableColumn] {
        [
            TableColumn("TIME", 12, alignedRight: true, priority: 2),
            TableColumn("INPUT", 20),
            .growing("WINDOW", least: 10, priority: 1),
            .growing("TAKEN BY", least: 16),
        ]
    }

    override func open() {
        super.open()
        let watch = context.inspection.watchInput { [weak self] in self?.receive($0) }
        whenClosed { watch.cancel() }
    }

    private func receive(_ report: InputReport) {
        lastNumber += 1
        inputs.append(Input(number: lastNumber, time: context.time.now, report: report))
        if inputs.count > InputPage.limit { inputs.removeFirst(inputs.count - InputPage.limit) }
        guard panel.showsOwn || report.window?.owner != panel.owner else { return }
        reload()
    }

    // MARK: - The table

    override var keepsSelection: Bool { false }

    override var keepsTop: Bool { true }

    // The newest first: it's the one that the person asks about.
    override func fetch() -> [Input] {
        inputs.reversed().filter { panel.showsOwn || $0.report.window?.owner != panel.owner }
    }

    override func id(of input: Input) -> AnyHashable { input.number }

    override func cells(of input: Input) -> [TableCell] {
        [
            .quiet(clock.text(input.time)),
            TableCell(input.report.input, isBold: true),
            TableCell(input.report.window?.title ?? "none"),
            TableCell(input.report.handler, input.report.handlerColor),
        ]
    }

    override func details(of input: Input) -> [DetailView.Line] {
        let report = input.report
        var lines: [DetailView.Line] = [
            .heading(report.input),
            .field("at", clock.longText(input.time)),
            .field("window", report.window.map { "\($0.title) of \($0.owner), level \($0.level)" } ?? "none was asked"),
            .field("view", report.view ?? (report.isUsed ? "none: the window itself used it" : "none used it")),
        ]
        if let command = report.command { lines.append(.field("command", command, Theme.good)) }
        if !report.isUsed, report.command == nil {
            lines.append(.text("Neither the window nor a command used it.", Theme.caution))
        }
        return lines
    }

    override var emptyText: String {
        "Press t, or tap on the program, and use it: each key and touch appears here with the view or command "
            + "that took it. \(InspectorCommands.key) comes back."
    }

    override var summary: String { "\(count(of: "input")), newest first" }

    override var barText: String {
        guard let last = items.first?.report else { return "Press t, and then a key." }
        return "\(last.input) → \(last.handler)" + (last.window.map { " · \($0.title)" } ?? "")
    }

    override var actions: [PageAction] {
        [
            PageAction(.character("c"), "clear") { [weak self] in
                self?.inputs = []
                self?.reload()
            },
            ownAction,
        ] + tableActions
    }
}

extension InputReport {
    /// The view, window or command that used the input, in a few words.
    fileprivate var handler: String {
        if let view { return view }
        if isUsed { return "the window itself" }
        return command.map { "command \($0)" } ?? "not used"
    }

    fileprivate var handlerColor: Color? {
        if view != nil || isUsed { return nil }
        return command == nil ? Theme.caution : Theme.good
    }
}
