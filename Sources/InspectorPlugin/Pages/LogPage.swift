import HostRuntime

/// The log of the program and its plugins; while the last line is selected, it follows.
final class LogPage: FollowingPage<HostLog.Entry> {
    /// The least level that is shown.
    private var level = HostLog.Level.info

    override var columns: [TableColumn] {
        [
            TableColumn("TIME", 12, alignedRight: true),
            TableColumn("LEVEL", 7),
            .growing("FROM", least: 14, priority: 1),
            .growing("TEXT", least: 36),
        ]
    }

    override func open() {
        super.open()
        let watch = context.inspection.watchLog { [weak self] _ in self?.contentDidChange() }
        whenClosed { watch.cancel() }
    }

    override func fetch() -> [HostLog.Entry] {
        let isOwnShown = panel.showsOwn
        let owner = panel.owner
        return context.inspection.log.filter { $0.level.rank >= level.rank && (isOwnShown || $0.owner != owner) }
    }

    override func id(of entry: HostLog.Entry) -> AnyHashable { entry.number }

    override func cells(of entry: HostLog.Entry) -> [TableCell] {
        [
            .quiet(clock.text(entry.time)),
            TableCell(entry.level.rawValue, entry.level.color),
            TableCell(entry.source),
            TableCell(entry.text, entry.level == .info ? nil : entry.level.color),
        ]
    }

    override func searchText(of entry: HostLog.Entry) -> String {
        "\(entry.level.rawValue) \(entry.source) \(entry.text)"
    }

    override func details(of entry: HostLog.Entry) -> [DetailView.Line] {
        [
            .heading("\(entry.level.rawValue) from \(entry.source)"),
            .text(entry.text, entry.level == .info ? nil : entry.level.color),
            .field("at", clock.longText(entry.time)),
        ]
    }

    override var actions: [PageAction] {
        let next = level.next
        return [
            PageAction(.character("l"), "show from \(next.rawValue)") { [weak self] in
                self?.level = next
                self?.reload()
            },
            followAction,
            ownAction,
        ] + tableActions
    }

    override var emptyText: String {
        level == .info
            ? "Nothing has been logged yet." : "Nothing has been logged at the level \(level.rawValue) or above."
    }

    override var summary: String {
        let from = level == .info ? "" : ", from \(level.rawValue)"
        return count(of: "entry") + from + followText
    }
}

extension HostLog.Level {
    fileprivate var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        }
    }

    fileprivate var next: HostLog.Level {
        switch self {
        case .info: .warning
        case .warning: .error
        case .error: .info
        }
    }

    fileprivate var color: Color {
        switch self {
        case .info: Theme.quiet.foreground
        case .warning: Theme.caution
        case .error: Theme.danger
        }
    }
}
