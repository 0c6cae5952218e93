import HostRuntime

/// The list of commands: whole, searched or being arranged; a pure value.
struct ToolsMenu: Hashable, Sendable {
    private(set) var layout: MenuLayout
    /// The text of the search; empty while the menu is arranged.
    private(set) var query = ""
    private(set) var isEditing = false

    private var tools: [CommandSummary] = []
    private var sections: [MenuLayout.Section] = []
    private var work: [WorkInSight.Run] = []

    init(_ layout: MenuLayout = MenuLayout()) {
        self.layout = layout
    }

    var isSearching: Bool { !MenuSearch(query).isEmpty }

    /// Updates the commands, and returns whether they changed.
    ///
    /// Commands that aren't listed are left out.
    mutating func setTools(_ tools: [CommandSummary]) -> Bool {
        let tools = tools.filter(\.isListed)
        guard tools != self.tools else { return false }
        self.tools = tools
        arrange()
        return true
    }

    /// Updates the runs and results above the commands, and returns whether they changed.
    mutating func setWork(_ work: [WorkInSight.Run]) -> Bool {
        guard work != self.work else { return false }
        self.work = work
        return true
    }

    /// Whether a row's run goes on, so that it can be cancelled.
    func isRunning(_ row: ListView.Row?) -> Bool { work.contains { $0.number == row?.run && $0.end == nil } }

    mutating func search(_ query: String) {
        self.query = query
    }

    mutating func setEditing(_ isEditing: Bool) {
        self.isEditing = isEditing
        query = ""
    }

    /// Changes the layout of the commands; returns whether it changed.
    mutating func arrange(_ change: (inout MenuLayout, [CommandSummary]) -> Bool) -> Bool {
        let isDone = change(&layout, tools)
        arrange()
        return isDone
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
        // Commands that can't run now are left out until they can.
        let commands = sections.map { section in
            let shown = section.entries.filter { isEditing || !$0.isHidden && $0.tool.refusal == nil }
            return (section.group, shown.flatMap { rows(of: $0, spacing) })
        }
        let shown = (workSections + commands).filter { !$0.1.isEmpty }
        return shown.enumerated().flatMap { index, section in
            (index > 0 && spacing == .airy ? [ListView.Row.space] : [])
                + (spacing == .none ? [] : [.heading(section.0)]) + section.1
        }
    }

    /// What goes on, and the results that nobody has seen; neither is arranged.
    private var workSections: [(String, [ListView.Row])] {
        guard !isEditing else { return [] }
        let (running, results) = (work.filter { $0.end == nil }, work.filter { $0.end != nil })
        return [("Running", running.map { ListView.Row($0) }), ("Results", results.map { ListView.Row($0) })]
    }

    private func rows(of entry: MenuLayout.Entry, _ spacing: Spacing) -> [ListView.Row] {
        let row = row(of: entry)
        guard !isEditing, spacing != .none, let key = entry.tool.key, let holder = entry.tool.keyHolder else {
            return [row]
        }
        return [row, .note("\(key) is taken by '\(holder)'")]
    }

    private var found: [ListView.Row] {
        let entries = sections.flatMap(\.entries)
        // A search finds hidden commands too. Commands that are shown come first, unavailable ones last.
        let search = MenuSearch(query)
        let refused = search.matches(in: entries.map(\.tool).filter { $0.refusal != nil })
        let ready = entries.filter { $0.tool.refusal == nil }
        let shown = search.matches(in: ready.filter { !$0.isHidden }.map(\.tool))
        let hidden = search.matches(in: ready.filter(\.isHidden).map(\.tool))
        let rows =
            shown.map { ListView.Row($0, detail: $0.group) } + hidden.map { ListView.Row($0, detail: "hidden") }
            + refused.map { ListView.Row($0, detail: "not now") }
        return rows.isEmpty ? [.note("Nothing matches '\(query)'.")] : rows
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

/// A search among the commands; a pure value.
struct MenuSearch: Hashable, Sendable {
    private let words: [String]

    init(_ query: String) {
        words = query.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    var isEmpty: Bool { words.isEmpty }

    /// Returns the matching commands, best first; equally good matches keep their order.
    func matches(in tools: [CommandSummary]) -> [CommandSummary] {
        tools.enumerated()
            .compactMap { index, tool in rank(of: tool).map { (rank: $0, index: index, tool: tool) } }
            .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
            .map(\.tool)
    }

    private func rank(of tool: CommandSummary) -> Int? {
        let title = tool.title.lowercased()
        let group = tool.group.lowercased()
        let id = tool.id.lowercased()
        var sum = 0
        for word in words {
            guard let rank = rank(of: word, title, group, id) else { return nil }
            sum += rank
        }
        return sum
    }

    // People type the beginnings of words, and read titles before groups; they never see ids.
    private func rank(of word: String, _ title: String, _ group: String, _ id: String) -> Int? {
        if title.hasPrefix(word) { return 0 }
        if title.hasWord(word) { return 1 }
        if group.hasWord(word) { return 2 }
        if title.contains(word) { return 3 }
        if group.contains(word) { return 4 }
        if id.hasPrefix(word) || id.hasWord(word) { return 5 }
        return id.contains(word) ? 6 : nil
    }
}

extension String {
    fileprivate func hasWord(_ beginning: String) -> Bool {
        split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(beginning) }
    }
}
