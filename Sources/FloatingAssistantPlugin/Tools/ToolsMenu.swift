import HostRuntime

/// The list of commands: whole, one of its groups, searched or being arranged; a pure value.
///
/// The whole list begins with the pinned commands and those that were used last. A group of
/// many commands is one entry in it, which opens the group; a search finds each of its commands.
struct ToolsMenu: Hashable, Sendable {
    private(set) var layout: MenuLayout
    /// The text of the search; empty while the menu is arranged.
    private(set) var query = ""
    private(set) var isEditing = false
    /// The group that is open by itself.
    private(set) var openGroup: String?

    private var tools: [CommandSummary] = []
    private var sections: [MenuLayout.Section] = []
    private var unlisted: [CommandSummary] = []
    private var work: [WorkInSight.Run] = []
    private var leftOut = 0

    init(_ layout: MenuLayout = MenuLayout()) {
        self.layout = layout
    }

    /// Whether a command is one of the list, so that it can be pinned.
    func isListed(_ id: String) -> Bool { tools.contains { $0.id == id } }

    var isSearching: Bool { !MenuSearch(query).isEmpty }

    /// Updates the commands, and returns whether they changed.
    ///
    /// Commands that aren't listed are found by a search, unless they are second ways to one with the same title.
    mutating func setTools(_ tools: [CommandSummary]) -> Bool {
        let listed = tools.filter(\.isListed)
        let titles = Set(listed.map(\.title))
        let unlisted = tools.filter { !$0.isListed && !titles.contains($0.title) }
        guard listed != self.tools || unlisted != self.unlisted else { return false }
        (self.tools, self.unlisted) = (listed, unlisted)
        arrange()
        return true
    }

    /// Updates the runs and results above the commands, and returns whether they changed.
    mutating func setWork(_ work: [WorkInSight.Run], leftOut: Int = 0) -> Bool {
        guard work != self.work || leftOut != self.leftOut else { return false }
        (self.work, self.leftOut) = (work, leftOut)
        return true
    }

    /// Whether a row's run goes on, so that it can be cancelled.
    func isRunning(_ row: ListView.Row?) -> Bool { work.contains { $0.number == row?.run && $0.end == nil } }

    mutating func search(_ query: String) {
        self.query = query
    }

    /// Opens the group of a row, and returns whether the row is one.
    mutating func open(_ row: String) -> Bool {
        guard row.hasPrefix(ToolsMenu.groupMark) else { return false }
        openGroup = String(row.dropFirst(ToolsMenu.groupMark.count))
        return true
    }

    /// Returns to the whole list, and returns the row of the group that was open.
    mutating func closeGroup() -> String? {
        defer { openGroup = nil }
        return openGroup.map { ToolsMenu.groupMark + $0 }
    }

    // No id of a command has a space.
    private static let groupMark = "group "

    static func isGroup(_ row: String) -> Bool { row.hasPrefix(groupMark) }

    mutating func setEditing(_ isEditing: Bool) {
        self.isEditing = isEditing
        openGroup = nil
        query = ""
    }

    /// Changes the layout of the commands; returns whether it changed.
    mutating func arrange(_ change: (inout MenuLayout, [CommandSummary]) -> Bool) -> Bool {
        let isDone = change(&layout, tools)
        arrange()
        return isDone
    }

    mutating func adopt(_ layout: MenuLayout) {
        self.layout = layout
        arrange()
    }

    private mutating func arrange() {
        sections = layout.sections(of: tools)
    }
}

// MARK: - Rows

extension ToolsMenu {
    enum Spacing: Hashable, Sendable {
        case airy
        case close
        case none
    }

    func rows(_ spacing: Spacing = .airy) -> [ListView.Row] {
        isSearching && !isEditing ? found : list(spacing)
    }

    /// The number of rows without a search, so that the card keeps its height during one.
    var fullRowCount: Int { list(.airy).count }

    private func list(_ spacing: Spacing) -> [ListView.Row] {
        let shown = isEditing ? sections : openGroup.flatMap(commands) ?? wholeList
        var rows: [ListView.Row] = []
        func add(_ heading: String?, _ section: [ListView.Row], isApart: Bool = true) {
            if !rows.isEmpty, spacing == .airy, isApart { rows.append(.space) }
            if let heading, spacing != .none { rows.append(.heading(heading)) }
            rows += section
        }
        for (heading, work) in workSections where openGroup == nil && !work.isEmpty { add(heading, work) }
        var wasFolded = false
        for section in shown {
            let isFolded = isFolded(section, among: shown)
            if isFolded {
                let id = ToolsMenu.groupMark + section.group
                // Groups that are one entry stand together.
                add(nil, [.folded(section.group, count: size(of: section.group), id: id)], isApart: !wasFolded)
            } else {
                add(section.group, section.entries.flatMap { self.rows(of: $0, spacing) })
            }
            wasFolded = isFolded
        }
        return rows
    }

    /// The most commands of a group that are listed one by one beside other groups.
    static let longestGroup = 10

    /// The most commands that are shown as recent ones.
    static let recentCount = 3

    private func isFolded(_ section: MenuLayout.Section, among shown: [MenuLayout.Section]) -> Bool {
        !isEditing && !section.isOnTop && size(of: section.group) > ToolsMenu.longestGroup && shown.count > 1
    }

    /// The number of commands in a group, also of those at the top of the list: using one doesn't unfold its group.
    private func size(of group: String) -> Int { commands(of: group)?.first?.entries.count ?? 0 }

    // Commands that can't run now are left out until they can.
    private func isShown(_ entry: MenuLayout.Entry) -> Bool { !entry.isHidden && entry.tool.refusal == nil }

    /// A group with all its commands, also those that the whole list has at its top; nil if none is left.
    private func commands(of group: String) -> [MenuLayout.Section]? {
        let entries = sections.flatMap(\.entries).filter { $0.tool.group == group && isShown($0) }
        return entries.isEmpty ? nil : [MenuLayout.Section(group: group, entries: entries)]
    }

    private var wholeList: [MenuLayout.Section] {
        var sections = sections
        for index in sections.indices { sections[index].entries.removeAll { !isShown($0) } }
        let others = sections.filter { !$0.isOnTop }.flatMap(\.entries)
        let recent = layout.recent.lazy.compactMap { id in others.first { $0.tool.id == id } }
            .prefix(ToolsMenu.recentCount)
        if !recent.isEmpty {
            // Each command is listed once.
            let ids = Set(recent.map(\.tool.id))
            for index in sections.indices { sections[index].entries.removeAll { ids.contains($0.tool.id) } }
            let top = sections.prefix { $0.isOnTop }.count
            sections.insert(MenuLayout.Section(group: "Recent", entries: Array(recent), isOnTop: true), at: top)
        }
        return sections.filter { !$0.entries.isEmpty }
    }

    /// The running commands and the unseen results, which can't be arranged.
    private var workSections: [(String, [ListView.Row])] {
        guard !isEditing else { return [] }
        let (running, results) = (work.filter { $0.end == nil }, work.filter { $0.end != nil })
        let more: [ListView.Row] = leftOut > 0 ? [.note("\(leftOut.of("older result")) left out")] : []
        return [("Running", running.map { ListView.Row($0) }), ("Results", results.map { ListView.Row($0) } + more)]
    }

    private func rows(of entry: MenuLayout.Entry, _ spacing: Spacing) -> [ListView.Row] {
        let row = row(of: entry)
        guard !isEditing, spacing != .none, let key = entry.tool.key, let holder = entry.tool.keyHolder else {
            return [row]
        }
        return [row, .note("\(key) is taken by '\(holder)'")]
    }

    /// The rows that a search finds: running commands first, then a title that is the search itself, then those of the
    /// list, then hidden ones and those that are only found, and last those that can't run now.
    private var found: [ListView.Row] {
        let entries = sections.flatMap(\.entries)
        let hidden = Set(entries.filter(\.isHidden).map(\.tool.id))
        let search = MenuSearch(query)
        let found = search.matches(in: entries.map(\.tool) + unlisted)
        let isNamed = { (tool: CommandSummary) in search.isTitle(tool.title) }
        let others = found.filter { !isNamed($0) }
        let rows = [
            found.filter(isNamed),
            others.filter { $0.refusal == nil && $0.isListed && !hidden.contains($0.id) },
            others.filter { $0.refusal == nil && hidden.contains($0.id) },
            others.filter { $0.refusal == nil && !$0.isListed },
            others.filter { $0.refusal != nil },
        ]
        .joined().map { tool in
            let detail = tool.refusal != nil ? "not now" : hidden.contains(tool.id) ? "hidden" : tool.group
            return ListView.Row(tool, detail: detail)
        }
        let running = work.filter { run in run.end == nil && found.contains { $0.id == run.command } }
        return rows.isEmpty ? [.note("Nothing matches '\(query)'.")] : running.map { ListView.Row($0) } + rows
    }

    private func row(of entry: MenuLayout.Entry) -> ListView.Row {
        var row = ListView.Row(entry.tool)
        guard isEditing else { return row }
        row.isChecked = !entry.isHidden
        // A row with a check box has enough to look at.
        row.icon = nil
        row.key = nil
        return row
    }
}

extension ListView.Row {
    fileprivate static func folded(_ group: String, count: Int, id: String) -> ListView.Row {
        ListView.Row(group, detail: "\(count) tools ›", icon: "▸", id: id)
    }

    init(_ tool: CommandSummary, detail: String? = nil) {
        self.init(
            tool.title + (tool.needsForm ? " …" : ""),
            detail: detail ?? "",
            // A key that runs another command isn't this command's key.
            key: detail == nil && tool.keyHolder == nil ? tool.key : nil,
            icon: tool.icon,
            id: tool.id,
            isQuiet: tool.refusal != nil
        )
    }
}

extension ListView.Row {
    /// No command has such an id: a number sign isn't part of one.
    private static let runPrefix = "#"

    /// Creates the row of a run or its result.
    init(_ run: WorkInSight.Run) {
        let icon: Character = run.end.map { $0.kind == .done ? "✓" : "✕" } ?? "↻"
        self.init(run.title, detail: run.summary, icon: icon, id: ListView.Row.runPrefix + "\(run.number)")
    }

    /// The number of the run that the row shows; `nil` for a command's row.
    var run: Int? { id.flatMap { $0.hasPrefix(ListView.Row.runPrefix) ? Int($0.dropFirst()) : nil } }
}
