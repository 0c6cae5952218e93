/// The selected row and the visible rows of a table; a pure value that knows only how many rows there are.
struct TableState: Hashable, Sendable {
    private(set) var count = 0

    /// The selected row; nil in an empty table.
    private(set) var index: Int?

    /// The first visible row.
    private(set) var top = 0

    /// The number of rows that fit.
    private(set) var height = 0

    /// The rows on the screen.
    var visible: Range<Int> { top..<min(count, top + height) }

    /// Updates the number of rows, and selects a row, or the one at the same place.
    ///
    /// If the selected row was scrolled out of sight, it stays out of sight.
    mutating func setCount(_ count: Int, selecting selected: Int? = nil) {
        let offset = index.map { $0 - top }
        self.count = max(0, count)
        index = self.count == 0 ? nil : min(max(0, selected ?? index ?? 0), self.count - 1)
        // A selected row that moves in the table stays where it is on the screen.
        let wasVisible = offset.map { (0..<max(1, height)).contains($0) } ?? true
        if let selected, let offset, selected == index, wasVisible { top = selected - offset }
        if wasVisible { reveal() } else { limitTop() }
    }

    mutating func resize(height: Int) {
        self.height = max(0, height)
        reveal()
    }

    mutating func select(_ row: Int) {
        guard count > 0 else { return }
        index = min(max(0, row), count - 1)
        reveal()
    }

    /// Moves the selection, and returns whether it moved.
    mutating func move(by steps: Int) -> Bool {
        guard let old = index else { return false }
        let (sum, overflows) = old.addingReportingOverflow(steps)
        select(overflows ? (steps > 0 ? count - 1 : 0) : sum)
        return index != old
    }

    /// Moves the selection by a page less one row.
    mutating func page(by direction: Int) -> Bool {
        move(by: direction.signum() * max(1, height - 1))
    }

    /// Scrolls without changing the selection, and returns whether anything moved.
    mutating func scroll(by rows: Int) -> Bool {
        let old = top
        top = min(max(0, top &+ min(max(rows, -count), count)), max(0, count - height))
        return top != old
    }

    private mutating func reveal() {
        if let index {
            if index < top { top = index }
            if height > 0, index >= top + height { top = index - height + 1 }
        }
        limitTop()
    }

    private mutating func limitTop() {
        top = min(max(0, top), max(0, count - height))
    }

    /// Returns the cells of a scroll mark in a bar of a length; nil while every row is visible.
    func mark(of length: Int) -> Range<Int>? {
        guard height > 0, length > 1, count > height else { return nil }
        let size = min(max(1, length * height / count), length - 1)
        let room = length - size
        let last = count - height
        let start = top == 0 ? 0 : (top >= last ? room : min(max(1, room * top / last), max(1, room - 1)))
        return start..<start + size
    }
}
