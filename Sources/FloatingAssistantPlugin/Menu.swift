import HostRuntime

/// Rows under headings, of which one is chosen and some are seen; a pure value.
struct Menu: Hashable, Sendable {
    /// What can be chosen.
    struct Item: Hashable, Sendable {
        let id: String
        let title: String
        var detail = ""
        var icon: Character?
        var key: KeyEvent?
        var tint = CommandChoice.Tint.normal
        var isCurrent = false
        /// Whether it is marked as shown or as hidden; nil for no mark.
        var isShown: Bool?
        /// Whether it can be chosen for what it does, and not only to hear why not.
        var isAvailable = true
    }

    /// A line of the menu.
    enum Row: Hashable, Sendable {
        case heading(String)
        case item(Item)
        /// Something that is said in the place of items.
        case note(String)
        case space
    }

    private(set) var rows: [Row] = []

    /// The chosen row, which is always an item; nil when there is none.
    private(set) var index: Int?

    /// The first row that is seen.
    private(set) var top = 0

    private var height = 0

    /// The columns that the signs before the titles take; none where no item has one.
    var iconWidth: Int {
        rows.reduce(0) { width, row in
            guard case .item(let item) = row, let icon = item.icon else { return width }
            return max(width, TextWidth.width(of: icon))
        }
    }

    /// The chosen item; nil when there is none.
    var chosen: Item? { index.flatMap(item(at:)) }

    /// The item of a row; nil for a heading and outside.
    func item(at row: Int) -> Item? {
        guard rows.indices.contains(row), case .item(let item) = rows[row] else { return nil }
        return item
    }
}

// MARK: - Contents

extension Menu {
    /// What a parameter can be chosen from.
    static func rows(of choices: [CommandChoice]) -> [Row] {
        choices.map {
            let current = $0.isCurrent
            return .item(Item(id: $0.value, title: $0.title, detail: $0.detail, tint: $0.tint, isCurrent: current))
        }
    }

    /// Takes other rows in; what was chosen stays chosen where it is still there.
    mutating func setRows(_ rows: [Row]) {
        let id = chosen?.id
        let old = index ?? 0
        self.rows = rows
        index = rows.indices.first { id != nil && item(at: $0)?.id == id } ?? nearestItem(to: old)
        reveal()
    }

    /// Takes in how many rows can be seen.
    mutating func resize(height: Int) {
        self.height = max(0, height)
        reveal()
    }
}

// MARK: - Choosing

extension Menu {
    /// Chooses the item of a row; returns false for what cannot be chosen.
    @discardableResult
    mutating func select(row: Int) -> Bool {
        guard item(at: row) != nil else { return false }
        index = row
        reveal()
        return true
    }

    /// Chooses the item of an id, where it is there.
    mutating func select(id: String) {
        if let row = rows.indices.first(where: { item(at: $0)?.id == id }) { select(row: row) }
    }

    /// Chooses the first item and shows the list from its beginning.
    mutating func selectFirst() {
        top = 0
        index = rows.indices.first { item(at: $0) != nil }
        reveal()
    }

    /// Moves the choice by so many items, without going around the ends.
    mutating func move(by steps: Int) {
        let items = rows.indices.filter { item(at: $0) != nil }
        guard let index, let position = items.firstIndex(of: index) else { return }
        // Clamped before adding, so that no step is too large.
        let step = min(max(steps, -items.count), items.count)
        self.index = items[min(max(0, position + step), items.count - 1)]
        reveal()
    }

    /// Scrolls what is seen and leaves the choice; returns whether anything moved.
    mutating func scroll(by steps: Int) -> Bool {
        let before = top
        let step = min(max(steps, -rows.count), rows.count)
        top = min(max(0, top + step), max(0, rows.count - height))
        return top != before
    }

    private func nearestItem(to row: Int) -> Int? {
        rows.indices.filter { item(at: $0) != nil }.min { abs($0 - row) < abs($1 - row) }
    }

    private mutating func reveal() {
        guard let index else {
            top = 0
            return
        }
        // The first item of a group brings its heading with it.
        let isFirst = index > 0 && item(at: index - 1) == nil
        let first = isFirst && height > 1 ? index - 1 : index
        if first < top { top = first }
        if height > 0, index >= top + height { top = index - height + 1 }
        top = min(max(0, top), max(0, rows.count - height))
    }
}
