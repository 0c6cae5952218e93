import HostRuntime

/// The views of all windows as a tree; the selected one is marked on the screen.
final class ViewsPage: TablePage<ViewNode> {
    private var folded: Set<ViewNode.ID> = []
    private var isNew = true

    override var columns: [TableColumn] {
        [
            .growing("VIEW", least: 24),
            TableColumn("FRAME", 15, priority: 1),
            TableColumn("KEYS", 5, priority: 3),
            .growing("TEXT", least: 10, priority: 2),
        ]
    }

    override func open() {
        super.open()
        followWindows()
    }

    // MARK: - The tree

    override func fetch() -> [ViewNode] {
        let windows = context.inspection.windows(includingOwn: panel.showsOwn)
        if isNew {
            // Hidden windows matter less, and would come first.
            folded = Set(windows.filter(\.isHidden).map { .window($0.id) })
            isNew = false
        }
        return ViewNode.tree(of: windows, folded: folded) { context.inspection.views(of: $0) }
    }

    override func id(of node: ViewNode) -> AnyHashable { node.id }

    override func cells(of node: ViewNode) -> [TableCell] {
        let indent = String(repeating: "  ", count: node.depth)
        let sign = node.canFold ? (folded.contains(node.id) ? "▸ " : "▾ ") : "  "
        switch node.content {
        case .window(let window):
            let color = window.isHidden ? Theme.quiet.foreground : Theme.accent
            return [
                TableCell("\(sign)\(window.title)", color, isBold: true),
                TableCell(window.frame.shortText, Theme.quiet.foreground),
                TableCell(window.isKey ? "key" : "", Theme.good),
                .quiet("\(window.owner)" + (window.isHidden ? ", hidden" : "")),
            ]
        case .view(let view, _):
            let isSeen = !view.visibleFrame.isEmpty
            let color = isSeen ? nil : Theme.quiet.foreground
            return [
                TableCell("\(indent)\(sign)\(view.type)", color),
                TableCell(view.frame.shortText, color),
                TableCell(view.isFirstResponder ? "focus" : view.canBecomeFirstResponder ? "·" : "", Theme.good),
                TableCell(view.text?.filter { !$0.isNewline } ?? "", Theme.quiet.foreground),
            ]
        }
    }

    override var emptyText: String { "The program has no windows." }

    override var summary: String {
        let windows = allItems.count(where: \.isWindow)
        return "\((totalCount - windows).of("view")) in \(windows.of("window"))"
    }

    override func details(of node: ViewNode) -> [DetailView.Line] {
        switch node.content {
        case .window(let window):
            return [
                .heading("\(window.title) \(window.id)"), .field("owner", "\(window.owner)"),
                .field("level", "\(window.level)"), .field("frame", "\(window.frame)"),
            ]
        case .view(let view, let window): return view.details(in: window)
        }
    }

    // MARK: - Choosing

    override func selectionDidChange() {
        super.selectionDidChange()
        guard let node = selected else { return panel.showHighlight(nil) }
        switch node.content {
        case .window(let window): panel.showHighlight(window.isHidden ? nil : window.frame, title: window.title)
        case .view(let view, let window):
            panel.showHighlight(window.isHidden ? nil : view.visibleFrame, title: "\(view.type) \(view.frame.size)")
        }
    }

    /// Chooses a window.
    func show(_ window: WindowID) {
        endFilter()
        select(ViewNode.ID.window(window))
    }

    /// Chooses a view, and unfolds what contains it.
    func show(_ view: ViewID, in window: WindowID) {
        endFilter()
        folded = []
        reload()
        select(ViewNode.ID.view(view))
    }

    override var barText: String {
        switch selected?.content {
        case nil: ""
        case .window(let window): "\(window.title) · \(window.owner) · level \(window.level) · \(window.frame)"
        case .view(let view, let window): "\(view.title) · \(view.frame) · in \(window.title)"
        }
    }

    override var actions: [PageAction] {
        var actions = [PageAction(.character("p"), "point") { [weak self] in self?.point() }]
        if let node = selected {
            actions += [
                PageAction(.left, node.canFold && !folded.contains(node.id) ? "fold" : "to parent") { [weak self] in
                    self?.foldOrLeave()
                },
                PageAction(.right, "unfold") { [weak self] in self?.unfoldOrEnter() },
            ]
        }
        return actions + [ownAction] + tableActions
    }

    override func choose(_ node: ViewNode, column: Int) {
        fold(node, !folded.contains(node.id))
    }

    private func fold(_ node: ViewNode, _ isFolded: Bool) {
        guard node.canFold else { return }
        if isFolded { folded.insert(node.id) } else { folded.remove(node.id) }
        reload()
    }

    private func foldOrLeave() {
        guard let node = selected, let row = table.selectedIndex else { return }
        if node.canFold, !folded.contains(node.id) { return fold(node, true) }
        guard let parent = items[..<row].lastIndex(where: { $0.depth < node.depth }) else { return }
        table.select(parent)
    }

    private func unfoldOrEnter() {
        guard let node = selected, let row = table.selectedIndex else { return }
        if node.canFold, folded.contains(node.id) { return fold(node, false) }
        if items.indices.contains(row + 1), items[row + 1].depth > node.depth { table.select(row + 1) }
    }

    // MARK: - Pointing

    private func point() {
        panel.pick(
            onMove: { [weak self] in self?.choose(at: $0) },
            onEnd: { [weak self] in if let point = $0 { self?.choose(at: point) } }
        )
    }

    private func choose(at point: Point) {
        guard let hit = context.inspection.hits(at: point).first(where: { $0.verdict == .takes }) else { return }
        let path = context.inspection.views(at: point, in: hit.window.id)
        if let view = path.last { show(view, in: hit.window.id) } else { show(hit.window.id) }
    }
}

/// A row of the tree: a window, or a view in one.
struct ViewNode: Hashable, Sendable {
    enum ID: Hashable, Sendable {
        case window(WindowID)
        case view(ViewID)
    }

    enum Content: Hashable, Sendable {
        case window(WindowInfo)
        case view(ViewReport, WindowInfo)
    }

    let content: Content
    let depth: Int
    let canFold: Bool

    var id: ID {
        switch content {
        case .window(let window): .window(window.id)
        case .view(let view, _): .view(view.id)
        }
    }

    var isWindow: Bool { if case .window = content { true } else { false } }

    /// Returns the rows of the tree, without what is folded.
    @MainActor static func tree(
        of windows: [WindowInfo],
        folded: Set<ID>,
        views: (WindowID) -> [ViewReport]
    ) -> [ViewNode] {
        var nodes: [ViewNode] = []
        for window in windows {
            let node = ViewNode(content: .window(window), depth: 0, canFold: true)
            nodes.append(node)
            guard !folded.contains(node.id) else { continue }
            // The depth of a folded view, below which nothing is listed.
            var limit: Int?
            for view in views(window.id) {
                if let depth = limit, view.depth > depth { continue }
                limit = nil
                let node = ViewNode(
                    content: .view(view, window),
                    depth: view.depth + 1,
                    canFold: view.subviewCount > 0
                )
                nodes.append(node)
                if node.canFold, folded.contains(node.id) { limit = view.depth }
            }
        }
        return nodes
    }
}

extension ViewReport {
    /// Returns the lines that describe the view.
    func details(in window: WindowInfo) -> [DetailView.Line] {
        var lines: [DetailView.Line] = [
            .heading(title),
            .field("owner", "\(window.owner), window \(window.title)"),
            .field("frame", "\(frame) in its superview"),
            .field("screen", "\(screenFrame)"),
        ]
        if visibleFrame != screenFrame {
            let isGone = visibleFrame.isEmpty
            lines.append(.field("visible", isGone ? "nothing" : "\(visibleFrame)", isGone ? Theme.caution : nil))
        }
        if isHidden { lines.append(.field("hidden", "yes", Theme.caution)) }
        if !isUserInteractionEnabled { lines.append(.field("input", "disabled", Theme.caution)) }
        let focus = isFirstResponder ? "first responder" : canBecomeFirstResponder ? "can get the keys" : "no"
        lines.append(.field("keys", focus, isFirstResponder ? Theme.good : nil))
        lines.append(.field("gestures", gestures.map { "\($0)" } ?? "none: touches go to the superview"))
        if let background { lines.append(.field("background", "\(background)")) }
        if subviewCount > 0 { lines.append(.field("subviews", "\(subviewCount)")) }
        return lines
    }
}

extension Rect {
    /// The size and the place, `10x1 4,3`, for a column of a table.
    var shortText: String { "\(size) \(minX),\(minY)" }
}
