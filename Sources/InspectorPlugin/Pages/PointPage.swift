import HostRuntime

/// The page about a touch at a point: each window's answer, and the view that gets it.
final class PointPage: TablePage<HitReport> {
    override var columns: [TableColumn] {
        [
            TableColumn("LEVEL", 6, alignedRight: true),
            TableColumn("WINDOW", 16),
            TableColumn("OWNER", 18, priority: 1),
            .growing("ANSWER", least: 16),
        ]
    }

    override func open() {
        super.open()
        followWindows()
    }

    // MARK: - The windows

    override func fetch() -> [HitReport] {
        panel.pickedPoint.map { context.inspection.hits(at: $0) } ?? []
    }

    override func id(of hit: HitReport) -> AnyHashable { hit.window.id }

    override func cells(of hit: HitReport) -> [TableCell] {
        let takes = hit.verdict == .takes
        let color = takes ? Theme.good : hit.verdict == .hidden ? Theme.quiet.foreground : nil
        return [
            TableCell("\(hit.window.level)", color),
            TableCell(hit.window.title, color, isBold: takes),
            TableCell("\(hit.window.owner)", color),
            TableCell((takes ? "✓ " : "  ") + hit.verdict.rawValue, color, isBold: takes),
        ]
    }

    override var emptyText: String {
        panel.pickedPoint == nil
            ? "Press p and point at a place of the screen: with the pointer, or with the arrow keys and enter."
            : "No window was asked."
    }

    override var summary: String {
        panel.pickedPoint.map { "\($0) · the windows that were asked, front to back" } ?? "no point yet"
    }

    // MARK: - The views

    private func path(in window: WindowInfo) -> [ViewReport] {
        guard let point = panel.pickedPoint else { return [] }
        let ids = context.inspection.views(at: point, in: window.id)
        let views = Dictionary(context.inspection.views(of: window.id).map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { views[$0] }
    }

    override func details(of hit: HitReport) -> [DetailView.Line] {
        let path = path(in: hit.window)
        guard let view = path.last else {
            return [
                .heading(hit.window.title), .field("answer", hit.verdict.rawValue),
                .text("The window has no view at this point.", Theme.quiet.foreground),
            ]
        }
        var lines = view.details(in: hit.window)
        let superviews = path.dropLast().map(\.type)
        if !superviews.isEmpty { lines.insert(.field("inside", superviews.joined(separator: " › ")), at: 1) }
        lines.insert(.field("answer", hit.verdict.rawValue, hit.verdict == .takes ? Theme.good : nil), at: 1)
        let handler = path.last { $0.gestures != nil }
        lines.append(
            .field(
                "touch",
                handler.map { "goes to \($0.title): \($0.gestures.map { "\($0)" } ?? "")" } ?? "reaches no view",
                handler == nil ? Theme.caution : Theme.good
            )
        )
        let all = context.inspection.views(of: hit.window.id)
        let focus = all.first(where: \.isFirstResponder).map { "in \($0.title)" } ?? "in no view"
        lines.append(.field("keyboard", "\(hit.window.isKey ? "key window" : "not key"), focus \(focus)"))
        return lines
    }

    override func selectionDidChange() {
        super.selectionDidChange()
        guard let hit = selected, let view = path(in: hit.window).last else {
            return panel.showHighlight(panel.pickedPoint.map { Rect(origin: $0, size: Size(width: 1, height: 1)) })
        }
        panel.showHighlight(hit.window.isHidden ? nil : view.visibleFrame, title: view.type)
    }

    override var barText: String {
        guard let point = panel.pickedPoint else { return "" }
        guard let hit = allItems.first(where: { $0.verdict == .takes }) else { return "\(point) · no window" }
        let view = path(in: hit.window).last.map { " · \($0.title)" } ?? ""
        return "\(point) · \(hit.window.title)\(view) · \(hit.window.owner)"
    }

    // MARK: - Pointing

    override var actions: [PageAction] {
        var actions = [PageAction(.character("p"), "point") { [weak self] in self?.pick() }]
        if let hit = selected, let view = path(in: hit.window).last {
            actions.append(
                PageAction(.character("v"), "views") { [weak self] in
                    (self?.panel.open("views") as? ViewsPage)?.show(view.id, in: hit.window.id)
                }
            )
        }
        return actions + tableActions
    }

    func pick() {
        panel.pick(
            onMove: { [weak self] _ in self?.showHandler() },
            onEnd: { [weak self] _ in self?.showHandler() }
        )
    }

    /// Fetches the answers for the point, and chooses the window that takes the touch.
    private func showHandler() {
        reload()
        if let hit = items.first(where: { $0.verdict == .takes }) { select(hit.window.id) }
        selectionDidChange()
    }
}
