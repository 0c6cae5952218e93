import HostRuntime

/// What the person made of the menu: the order of its commands and groups, and what is hidden; a pure value.
///
/// It speaks of commands by their ids and says nothing about those that it does
/// not know: a new command stands where it was offered, after the one before it
/// in its group. One that has gone is kept in mind for its return.
struct MenuLayout: Hashable, Sendable {
    /// A command in its place.
    struct Entry: Hashable, Sendable {
        let tool: Tool
        let isHidden: Bool
    }

    /// A group in its place.
    struct Section: Hashable, Sendable {
        let group: String
        var entries: [Entry]
    }

    // Empty while the person has moved nothing.
    private var order: [String] = []
    private var groups: [String] = []
    private var hidden: Set<String> = []

    /// The layout of commands as they are offered.
    init() {}

    /// All commands in their places, hidden ones too.
    ///
    /// At least one is not hidden: where the others have gone, the first one
    /// that is left shows again.
    func sections(of tools: [Tool]) -> [Section] {
        let ranks = Dictionary(fullOrder(of: tools).enumerated().map { ($1, $0) }) { first, _ in first }
        let members = Dictionary(grouping: tools, by: \.group)
        let sections = groupOrder(of: tools).map { group in
            let sorted = (members[group] ?? []).sorted { ranks[$0.id] ?? 0 < ranks[$1.id] ?? 0 }
            return Section(group: group, entries: sorted.map { Entry(tool: $0, isHidden: hidden.contains($0.id)) })
        }
        guard !tools.contains(where: { !hidden.contains($0.id) }), let first = sections.first?.entries.first else {
            return sections
        }
        return MenuLayout.unhiding(first.tool.id, in: sections)
    }

    private static func unhiding(_ id: String, in sections: [Section]) -> [Section] {
        sections.map { section in
            let entries = section.entries.map { $0.tool.id == id ? Entry(tool: $0.tool, isHidden: false) : $0 }
            return Section(group: section.group, entries: entries)
        }
    }
}

// MARK: - Changing

extension MenuLayout {
    /// Hides a command, or shows it again; returns false for the last one that is shown.
    @discardableResult
    mutating func toggle(_ id: String, of tools: [Tool]) -> Bool {
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

    /// Moves a command so many places within its group, as far as that goes; returns whether it moved.
    @discardableResult
    mutating func move(_ id: String, by steps: Int, of tools: [Tool]) -> Bool {
        guard let section = sections(of: tools).first(where: { $0.entries.contains { $0.tool.id == id } }) else {
            return false
        }
        let ids = section.entries.map(\.tool.id)
        return MenuLayout.move(id, by: steps, among: ids, in: fullOrder(of: tools)).map { order = $0 } != nil
    }

    /// Moves a command's group so many places, as far as that goes; returns whether it moved.
    @discardableResult
    mutating func moveGroup(of id: String, by steps: Int, of tools: [Tool]) -> Bool {
        guard let group = tools.first(where: { $0.id == id })?.group else { return false }
        let present = groupOrder(of: tools)
        let all = MenuLayout.merge(groups, with: [naturalGroups(of: tools)])
        return MenuLayout.move(group, by: steps, among: present, in: all).map { groups = $0 } != nil
    }

    /// Makes the menu as it was before the person changed anything.
    mutating func reset() {
        self = MenuLayout()
    }

    /// Moves a name past others of a list, of which only some are present; nil when it stays.
    private static func move(_ name: String, by steps: Int, among present: [String], in all: [String]) -> [String]? {
        guard var index = present.firstIndex(of: name), var place = all.firstIndex(of: name) else { return nil }
        var all = all
        let target = min(max(0, index + min(max(steps, -present.count), present.count)), present.count - 1)
        guard target != index else { return nil }
        // Those that have gone stay where they are.
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
    private func naturalGroups(of tools: [Tool]) -> [String] {
        var seen: Set<String> = []
        return tools.map(\.group).filter { seen.insert($0).inserted }
    }

    private func groupOrder(of tools: [Tool]) -> [String] {
        let natural = naturalGroups(of: tools)
        let present = Set(natural)
        return MenuLayout.merge(groups, with: [natural]).filter(present.contains)
    }

    /// The ids of all commands, and of those that have gone, in their order.
    private func fullOrder(of tools: [Tool]) -> [String] {
        let members = Dictionary(grouping: tools, by: \.group)
        return MenuLayout.merge(order, with: naturalGroups(of: tools).map { (members[$0] ?? []).map(\.id) })
    }

    /// Puts names that a list does not have into it: each after the one before it, of those that belong together.
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
    /// The most names that are read of each kind: far more than any menu has.
    private static let limit = 5000

    /// Reads what `stored` gave; what is of another kind there counts as nothing.
    init(stored value: PlainValue?) {
        order = MenuLayout.names(value?["order"])
        groups = MenuLayout.names(value?["groups"])
        hidden = Set(MenuLayout.names(value?["hidden"]))
    }

    /// The layout as it is kept in a store; nil where the person changed nothing.
    var stored: PlainValue? {
        guard self != MenuLayout() else { return nil }
        return [
            "order": .array(order.map { .string($0) }), "groups": .array(groups.map { .string($0) }),
            "hidden": .array(hidden.sorted().map { .string($0) }),
        ]
    }

    private static func names(_ value: PlainValue?) -> [String] {
        var seen: Set<String> = []
        return (value?.arrayValue ?? []).prefix(limit).compactMap(\.stringValue).filter { seen.insert($0).inserted }
    }
}
