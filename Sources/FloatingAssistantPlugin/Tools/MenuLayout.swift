import HostRuntime

/// The person's arrangement of the menu: the pinned commands and the hidden ones; a pure value.
///
/// It refers to commands by their ids. The others stand in their groups where they were offered, and a pinned or
/// hidden one that is gone is so again when it returns. The commands that were used last are kept here too.
struct MenuLayout: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        let tool: CommandSummary
        let isHidden: Bool
    }

    struct Section: Hashable, Sendable {
        let group: String
        var entries: [Entry]
        /// Whether these commands stand above the groups, apart from their own ones.
        var isOnTop = false
    }

    private var hidden: Set<String> = []
    private var pinned: [String] = []
    /// The ids of the commands that were used last, the newest first.
    private(set) var recent: [String] = []

    /// The most commands that are remembered as used: more than are shown, since some can't run now or are pinned.
    private static let recentLimit = 20

    /// Creates a layout with nothing pinned or hidden.
    init() {}

    /// Returns all commands in their places, including hidden ones.
    ///
    /// At least one is shown: if all remaining commands are hidden, the first
    /// is shown again.
    func sections(of tools: [CommandSummary]) -> [Section] {
        func entry(_ tool: CommandSummary) -> Entry { Entry(tool: tool, isHidden: hidden.contains(tool.id)) }
        let ids = Set(pinned)
        let byID = Dictionary(tools.lazy.filter { ids.contains($0.id) }.map { ($0.id, $0) }) { first, _ in first }
        let top = pinned.compactMap { byID[$0].map(entry) }
        var sections = top.isEmpty ? [] : [Section(group: "Pinned", entries: top, isOnTop: true)]
        var places: [String: Int] = [:]
        for tool in tools where !ids.contains(tool.id) {
            if let place = places[tool.group] {
                sections[place].entries.append(entry(tool))
            } else {
                places[tool.group] = sections.count
                sections.append(Section(group: tool.group, entries: [entry(tool)]))
            }
        }
        if !sections.isEmpty, tools.allSatisfy({ hidden.contains($0.id) }) {
            sections[0].entries[0] = Entry(tool: sections[0].entries[0].tool, isHidden: false)
        }
        return sections
    }

    func isPinned(_ id: String) -> Bool { pinned.contains(id) }
}

// MARK: - Changing

extension MenuLayout {
    /// Hides or shows a command; returns `false` for the last one that is shown.
    @discardableResult
    mutating func toggle(_ id: String, of tools: [CommandSummary]) -> Bool {
        let entries = sections(of: tools).flatMap(\.entries)
        guard let entry = entries.first(where: { $0.tool.id == id }) else { return false }
        if entry.isHidden {
            hidden.remove(id)
            return true
        }
        guard entries.contains(where: { !$0.isHidden && $0.tool.id != id }) else { return false }
        hidden.insert(id)
        return true
    }

    /// Pins a command above the groups, below those that are pinned already, or puts it back into its group.
    @discardableResult
    mutating func pin(_ id: String, of tools: [CommandSummary]) -> Bool {
        guard tools.contains(where: { $0.id == id }) else { return false }
        if let index = pinned.firstIndex(of: id) {
            pinned.remove(at: index)
        } else {
            pinned.append(id)
            hidden.remove(id)
        }
        return true
    }

    /// Remembers that a command was used.
    mutating func use(_ id: String) {
        recent = Array(([id] + recent.filter { $0 != id }).prefix(MenuLayout.recentLimit))
    }

    /// Removes the arrangement; which commands were used is none.
    mutating func reset() {
        let recent = recent
        self = MenuLayout()
        self.recent = recent
    }
}

// MARK: - Remembering

extension MenuLayout {
    /// The maximum number of stored names of each kind, far more than any menu has.
    private static let limit = 5000

    /// Reads a stored layout, ignoring values of other types.
    init(stored value: PlainValue?) {
        hidden = Set(MenuLayout.names(value?["hidden"]))
        pinned = MenuLayout.names(value?["pinned"])
        recent = Array(MenuLayout.names(value?["recent"]).prefix(MenuLayout.recentLimit))
    }

    /// The layout as a value for the store; `nil` if the person has changed nothing.
    var stored: PlainValue? {
        guard self != MenuLayout() else { return nil }
        let names = ["hidden": hidden.sorted(), "pinned": pinned, "recent": recent]
        return .dictionary(names.mapValues { .array($0.map { .string($0) }) })
    }

    private static func names(_ value: PlainValue?) -> [String] {
        var seen: Set<String> = []
        return (value?.arrayValue ?? []).prefix(limit).compactMap(\.stringValue).filter { seen.insert($0).inserted }
    }
}
