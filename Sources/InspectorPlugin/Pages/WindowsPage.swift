import HostRuntime

extension PageKind {
    static let windows = PageKind(
        id: "windows",
        title: "Windows",
        icon: "▣",
        summary: "Inspect the windows",
        make: { WindowsPage($0) }
    )
}

/// The stack of windows, front to back, with changes that can be taken back.
final class WindowsPage: TablePage<WindowReport> {
    init(_ panel: InspectorPanel) {
        super.init(
            panel,
            columns: [
                TableColumn("LEVEL", 6, alignedRight: true),
                .growing("WINDOW", least: 14),
                .growing("OWNER", least: 8, priority: 1),
                TableColumn("FRAME", 16, priority: 2),
                TableColumn("ALPHA", 5, alignedRight: true, priority: 3),
                TableColumn("STATE", 8),
            ]
        )
    }

    override func open() {
        super.open()
        observe(WindowDidChange.self) { [weak self] change in
            if let self, change.window.owner != panel.owner { reload() }
        }
        observe(DidResize.self) { [weak self] _ in self?.reload() }
    }

    override func fetch() -> [WindowReport] { context.inspection.windows() }

    override func id(of window: WindowReport) -> AnyHashable { window.id }

    override func cells(of window: WindowReport) -> [TableCell] {
        let color = window.isHidden ? Theme.quiet.foreground : nil
        return [
            TableCell("\(window.level)", color),
            TableCell(window.title, color, isBold: window.isKey),
            TableCell("\(window.owner)", color),
            TableCell("\(window.frame.size) \(window.frame.minX),\(window.frame.minY)", color),
            TableCell(window.alpha.shortText, color),
            window.isKey
                ? TableCell("key", Theme.good) : window.isHidden ? TableCell("hidden", color) : TableCell("visible"),
        ]
    }

    override var emptyText: String { "The program has no windows." }

    override var summary: String {
        let hidden = allItems.count(where: \.isHidden)
        return "\(totalCount) windows, front to back" + (hidden > 0 ? ", \(hidden) hidden" : "")
    }
}
