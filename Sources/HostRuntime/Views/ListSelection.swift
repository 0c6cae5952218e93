/// The selected row and the visible rows of a list; a pure value.
struct ListSelection: Hashable, Sendable {
    private(set) var rows: [ListView.Row] = []

    /// The selected row; `nil` while no row can be selected.
    private(set) var index: Int?

    /// The first visible row.
    private(set) var top = 0

    /// The number of rows that fit.
    private(set) var height = 0

    /// The number of rows.
    var count: Int { rows.count }
}

// MARK: - Rows

extension ListSelection {
    /// Replaces the rows and keeps the selected one.
    ///
    /// If the selected row is gone or has no id, the row nearest to its old place is
    /// selected.
    mutating func setRows(_ rows: [ListView.Row]) {
        let id = index.flatMap { self.rows[$0].id }
        let place = index ?? 0
        self.rows = rows
        let same = id.flatMap { id in nearest(to: place) { $0.id == id && $0.isSelectable } }
        index = same ?? nearest(to: place, where: \.isSelectable)
        reveal()
    }

    /// Updates the number of rows that fit.
    mutating func resize(height: Int) {
        self.height = max(0, height)
        reveal()
    }

    private func nearest(to place: Int, where isWanted: (ListView.Row) -> Bool) -> Int? {
        guard !rows.isEmpty else { return nil }
        let place = min(max(0, place), count - 1)
        for distance in 0..<count {
            for row in [place + distance, place - distance] where rows.indices.contains(row) && isWanted(rows[row]) {
                return row
            }
        }
        return nil
    }
}

// MARK: - Selecting

extension ListSelection {
    /// Selects a row, or the nearest selectable one.
    mutating func select(_ row: Int) {
        guard let row = nearest(to: row, where: \.isSelectable) else { return }
        index = row
        reveal()
    }

    /// Moves the selection by a number of selectable rows, and returns whether anything moved.
    ///
    /// The selection stops at the ends. Without a row to move to, the list scrolls.
    mutating func move(by steps: Int) -> Bool {
        let direction = steps.signum()
        guard let index, direction != 0 else { return scroll(by: steps) }
        var left = steps.magnitude
        var probe = index + direction
        var goal = index
        while left > 0, rows.indices.contains(probe) {
            if rows[probe].isSelectable {
                goal = probe
                left -= 1
            }
            probe += direction
        }
        guard goal != index else { return scroll(by: steps) }
        self.index = goal
        reveal()
        return true
    }

    /// Moves the selection by a page less one row, and returns whether anything moved.
    mutating func page(by direction: Int) -> Bool {
        let direction = direction.signum()
        let step = direction * max(1, height - 1)
        guard let index, direction != 0 else { return scroll(by: step) }
        let goal = min(max(0, index + step), count - 1)
        // Past the page only when nothing on it is selectable.
        let inside = stride(from: goal, to: index, by: -direction)
        let beyond = stride(from: goal, through: direction > 0 ? count - 1 : 0, by: direction)
        guard
            let row = inside.first(where: { rows[$0].isSelectable }) ?? beyond.first(where: { rows[$0].isSelectable }),
            row != index
        else { return scroll(by: step) }
        self.index = row
        reveal()
        return true
    }

    /// Scrolls without changing the selection, and returns whether anything moved.
    mutating func scroll(by rows: Int) -> Bool {
        let before = top
        top = min(max(0, top &+ min(max(rows, -count), count)), max(0, count - height))
        return top != before
    }

    private mutating func reveal() {
        if let index {
            // The heading of a row is shown with it, if there is room.
            var first = index
            while first > 0, leads(rows[first - 1]), index - first + 1 < height { first -= 1 }
            if first < top { top = first }
            if height > 0, index >= top + height { top = index - height + 1 }
        }
        top = min(max(0, top), max(0, count - height))
    }

    private func leads(_ row: ListView.Row) -> Bool { !row.isSelectable && row.kind != .space }

    /// Returns the cells of a scroll mark in a bar of a length; `nil` while every row is visible.
    ///
    /// The mark touches an end of the bar only when the list is scrolled there.
    func visiblePart(of length: Int) -> Range<Int>? {
        guard height > 0, length > 1, count > height else { return nil }
        let size = min(max(1, length * height / count), length - 1)
        let room = length - size
        let last = count - height
        let start = top == 0 ? 0 : (top >= last ? room : min(max(1, room * top / last), max(1, room - 1)))
        return start..<start + size
    }
}
