/// The selected row and the visible rows of a list, which may have rows that can't be selected; a pure value.
struct ListSelection: Hashable, Sendable {
    private(set) var rows: [ListView.Row] = []

    private var place = RowSelection()

    /// The selected row; `nil` while no row can be selected.
    var index: Int? { place.index }

    /// The first visible row.
    var top: Int { place.position.top }

    /// The number of rows that fit.
    var height: Int { place.position.height }

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
        let old = index ?? 0
        self.rows = rows
        let same = id.flatMap { id in nearest(to: old) { $0.id == id && $0.isSelectable } }
        place.set(count: count, index: same ?? nearest(to: old, where: \.isSelectable))
        reveal()
    }

    /// Updates the number of rows that fit.
    mutating func resize(height: Int) {
        place.resize(height: height)
        reveal()
    }

    private func nearest(to row: Int, where isWanted: (ListView.Row) -> Bool) -> Int? {
        guard !rows.isEmpty else { return nil }
        let row = min(max(0, row), count - 1)
        for distance in 0..<count {
            for other in [row + distance, row - distance] where rows.indices.contains(other) && isWanted(rows[other]) {
                return other
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
        place.select(row)
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
        select(goal)
        return true
    }

    /// Moves the selection by a page less one row, and returns whether anything moved.
    mutating func page(by direction: Int) -> Bool {
        let direction = direction.signum()
        let step = direction * place.pageStep
        guard let index, direction != 0 else { return scroll(by: step) }
        let goal = min(max(0, index + step), count - 1)
        // Past the page only when nothing on it is selectable.
        let inside = stride(from: goal, to: index, by: -direction)
        let beyond = stride(from: goal, through: direction > 0 ? count - 1 : 0, by: direction)
        guard
            let row = inside.first(where: { rows[$0].isSelectable }) ?? beyond.first(where: { rows[$0].isSelectable }),
            row != index
        else { return scroll(by: step) }
        select(row)
        return true
    }

    /// Scrolls without changing the selection, and returns whether anything moved.
    mutating func scroll(by rows: Int) -> Bool {
        place.scroll(by: rows)
    }

    /// Returns the cells of a scroll mark in a bar as high as the list; `nil` while every row is visible.
    var scrollMark: Range<Int>? { place.scrollMark }

    private mutating func reveal() {
        guard let index else { return }
        // The heading of a row is shown with it, if there is room, and so is what stands below about it.
        let leading = rows[..<index].reversed().prefix(height).prefix { $0.leads }
        let notes = rows[(index + 1)...].prefix(height).prefix { $0.kind == .note }
        place.reveal(with: leading.count, below: notes.count)
    }
}

extension ListView.Row {
    /// Whether the row says something about the rows below it.
    fileprivate var leads: Bool { !isSelectable && kind != .space }
}
