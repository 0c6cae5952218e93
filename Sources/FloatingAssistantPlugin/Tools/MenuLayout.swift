import HostRuntime

/// The person's arrangement of the menu: the pinned commands, the order of commands and groups, and the hidden ones;
/// a pure value.
///
/// It refers to commands by their ids. A command that it doesn't know stands
/// where it was offered, after the one before it
/// in its group. The place of a command that is gone is kept for its return, and so is that
/// of a pinned one in its group. The commands that were used last are kept here too.
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

    // Empty until the person moves something.
    private var order: [String] = []
    private var groups: [String] = []
    private var hidden: Set<String> = []
    private var pinned: [String] = []
    /// The ids of the commands that were used last, the newest first.
    private(set) var recent: [String] = []

    /// The most commands that are remembered as used: more than are shown, since some can't run now or are pinned.
    private static let recentLimit = 20

    /// Creates a layout in the order in which commands are offered.
    init() {}

    /// Returns all commands in their places, including hidden ones.
    ///
    /// At least one is shown: if all remaining commands are hidden, the first
    /// is shown again.
    func sections(of tools: [CommandSummary]) -> [Section] {
        let ranks = Dictionary(fullOrder(of: tools).enumerated().map { ($1, $0) }) { first, _ in first }
        func entry(_ tool: CommandSummary) -> Entry { Entry(tool: tool, isHidden: hidden.contains(tool.id)) }
        let byID = pinned.isEmpty ? [:] : Dictionary(tools.map { ($0.id, $0) }) { first, _ in first }
        let top = pinned.compactMap { byID[$0].map(entry) }
        let members = Dictionary(grouping: unpinned(tools), by: \.group)
        let groups = groupOrder(of: tools).compactMap { group in
            let sorted = members[group]?.sorted { ranks[$0.id] ?? 0 < ranks[$1.id] ?? 0 }
            return sorted.map { Section(group: group, entries: $0.map(entry)) }
        }
        let sections = (top.isEmpty ? [] : [Section(group: "Pinned", entries: top, isOnTop: true)]) + groups
        guard !tools.contains(where: { !hidden.contains($0.id) }), let first = sections.first?.entries.first else {
            return sections
        }
        return MenuLayout.unhiding(first.tool.id, in: sections)
    }

    private static func unhiding(_ id: String, in sections: [Section]) -> [Section] {
        sections.map { section in
            var section = section
            section.entries = section.entries.map { $0.tool.id == id ? Entry(tool: $0.tool, isHidden: false) : $0 }
            return section
        }
    }

    func isPinned(_ id: String) -> Bool { pinned.contains(id) }

    private func unpinned(_ tools: [CommandSummary]) -> [CommandSummary] {
        let pinned = Set(pinned)
        return pinned.isEmpty ? tools : tools.filter { !pinned.contains($0.id) }
    }
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

    /// Moves a command by a number of places within its group, or among those that are pinned; returns whether it moved.
    @discardableResult
    mutating func move(_ id: String, by steps: Int, of tools: [CommandSummary]) -> Bool {
        guard let section = sections(of: tools).first(where: { $0.entries.contains { $0.tool.id == id } }) else {
            return false
        }
        let ids = section.entries.map(\.tool.id)
        guard !section.isOnTop else {
            return MenuLayout.move(id, by: steps, among: ids, in: pinned).map { pinned = $0 } != nil
        }
        return MenuLayout.move(id, by: steps, among: ids, in: fullOrder(of: tools)).map { order = $0 } != nil
    }

    /// Moves a command's group by a number of places, and returns whether it moved.
    @discardableResult
    mutating func moveGroup(of id: String, by steps: Int, of tools: [CommandSummary]) -> Bool {
        let tools = unpinned(tools)
        guard let group = tools.first(where: { $0.id == id })?.group else { return false }
        let present = groupOrder(of: tools)
        let all = MenuLayout.merge(groups, with: [naturalGroups(of: tools)])
        return MenuLayout.move(group, by: steps, among: present, in: all).map { groups = $0 } != nil
    }

    /// Removes the arrangement; which commands were used is none.
    mutating func reset() {
        let recent = recent
        self = MenuLayout()
        self.recent = recent
    }

    /// Returns a list with a name moved past the names that are present; `nil` if it stays.
    private static func move(_ name: String, by steps: Int, among present: [String], in all: [String]) -> [String]? {
        guard var index = present.firstIndex(of: name), var place = all.firstIndex(of: name) else { return nil }
        var all = all
        let target = min(max(0, index + min(max(steps, -present.count), present.count)), present.count - 1)
        guard target != index else { return nil }
        // Names that aren't present keep their places.
        while index != target {
            index += target < index ? -1 : 1
            guard let other = all.firstIndex(of: present[index]) else { return nil }
            all.swapAt(place, other)
            place = other
        }
        return all
    }
}

// MARK: - The order

extension MenuLayout {
    private func naturalGroups(of tools: [CommandSummary]) -> [String] {
        var seen: Set<String> = []
        return tools.map(\.group).filter { seen.insert($0).inserted }
    }

    private func groupOrder(of tools: [CommandSummary]) -> [String] {
        let natural = naturalGroups(of: tools)
        let present = Set(natural)
        return MenuLayout.merge(groups, with: [natural]).filter(present.contains)
    }

    /// Returns the ids of all commands, including those that are gone, in order.
    private func fullOrder(of tools: [CommandSummary]) -> [String] {
        let members = Dictionary(grouping: tools, by: \.group)
        return MenuLayout.merge(order, with: naturalGroups(of: tools).map { (members[$0] ?? []).map(\.id) })
    }

    /// Inserts unknown names into a list, each after the one before it in its family.
    private static func merge(_ known: [String], with families: [[String]]) -> [String] {
        let places = Dictionary(known.enumerated().map { ($1, $0) }) { first, _ in first }
        var leaders: [String: [String]] = [:]
        var followers: [String: [String]] = [:]
        var strangers: [String] = []
        for family in families {
            let first = family.min { places[$0] ?? .max < places[$1] ?? .max }
            guard let first, places[first] != nil else {
                strangers += family
                continue
            }
            var anchor: String?
            for name in family {
                if places[name] != nil {
                    anchor = name
                } else if let anchor {
                    followers[anchor, default: []].append(name)
                } else {
                    leaders[first, default: []].append(name)
                }
            }
        }
        return known.flatMap { (leaders[$0] ?? []) + [$0] + (followers[$0] ?? []) } + strangers
    }
}

// MARK: - Remembering

extension MenuLayout {
    /// The maximum number of stored names of each kind, far more than any menu has.
    private static let limit = 5000

    /// Reads a stored layout, ignoring values of other types.
    init(stored value: PlainValue?) {
        order = MenuLayout.names(value?["order"])
        groups = MenuLayout.names(value?["groups"])
        hidden = Set(MenuLayout.names(value?["hidden"]))
        pinned = MenuLayout.names(value?["pinned"])
        recent = Array(MenuLayout.names(value?["recent"]).prefix(MenuLayout.recentLimit))
    }

    /// The layout as a value for the store; `nil` if the person has changed nothing.
    var stored: PlainValue? {
        guard self != MenuLayout() else { return nil }
        let names = [
            "order": order, "groups": groups, "hidden": hidden.sorted(), "pinned": pinned, "recent": recent,
        ]
        return .dictionary(names.mapValues { .array($0.map { .string($0) }) })
    }

    private static func names(_ value: PlainValue?) -> [String] {
        var seen: Set<String> = []
        return (value?.arrayValue ?? []).prefix(limit).compactMap(\.stringValue).filter { seen.insert($0).inserted }
    }
}
