/// The selected row of a list or a table, and the rows in sight; a pure value that knows only how many rows there are.
public struct RowSelection: Hashable, Sendable {
    /// The number of rows.
    public private(set) var count = 0

    /// The selected row; nil while there is none.
    public private(set) var index: Int?

    /// The first row in sight.
    public private(set) var top = 0

    /// The number of rows that fit.
    public private(set) var height = 0

    /// Creates the selection of a table without rows.
    public init() {}

    /// The rows in sight.
    public var visible: Range<Int> { top..<min(count, top + height) }

    /// Updates the number of rows, and selects a row, or the one at the same place.
    ///
    /// A selected row that moves in the table stays where it is on the screen,
    /// and one that was scrolled out of sight stays out of sight.
    public mutating func setCount(_ count: Int, selecting selected: Int? = nil) {
        let offset = index.map { $0 - top }
        self.count = max(0, count)
        index = clamped(selected ?? index ?? 0)
        let wasVisible = offset.map { (0..<max(1, height)).contains($0) } ?? true
        if let selected, let offset, selected == index, wasVisible { top = selected - offset }
        if wasVisible { reveal() } else { limitTop() }
    }

    /// Updates the number of rows that fit.
    public mutating func resize(height: Int) {
        self.height = max(0, height)
        reveal()
    }

    /// Selects a row, or the nearest one that exists.
    public mutating func select(_ row: Int) {
        index = clamped(row)
        reveal()
    }

    /// Moves the selection, and returns whether it moved.
    public mutating func move(by steps: Int) -> Bool {
        guard let old = index else { return false }
        let (sum, overflows) = old.addingReportingOverflow(steps)
        select(overflows ? (steps > 0 ? .max : 0) : sum)
        return index != old
    }

    /// Moves the selection by a page less one row, and returns whether it moved.
    public mutating func page(by direction: Int) -> Bool {
        move(by: direction.signum() * pageStep)
    }

    /// Scrolls without changing the selection, and returns whether anything moved.
    public mutating func scroll(by rows: Int) -> Bool {
        let old = top
        top = top &+ min(max(rows, -count), count)
        limitTop()
        return top != old
    }

    /// Returns the cells of a scroll mark in a bar of a length; nil while every row is in sight.
    ///
    /// The mark touches an end of the bar only when the rows are scrolled there.
    public func scrollMark(in length: Int) -> Range<Int>? {
        guard height > 0, length > 1, count > height else { return nil }
        let size = min(max(1, length * height / count), length - 1)
        let room = length - size
        let last = count - height
        let start = top == 0 ? 0 : (top >= last ? room : min(max(1, room * top / last), max(1, room - 1)))
        return start..<start + size
    }
}

// MARK: - Rows that can't be selected

extension RowSelection {
    /// The rows that a page key passes.
    var pageStep: Int { max(1, height - 1) }

    /// Updates the number of rows, and selects one of them or none.
    mutating func set(count: Int, index: Int?) {
        self.count = max(0, count)
        self.index = index.flatMap(clamped)
        reveal()
    }

    /// Scrolls the selected row into sight, with so many rows above it as there is room for.
    mutating func reveal(with above: Int = 0) {
        if let index {
            let first = index - min(above, max(0, height - 1))
            if first < top { top = first }
            if height > 0, index >= top + height { top = index - height + 1 }
        }
        limitTop()
    }

    private mutating func limitTop() {
        top = min(max(0, top), max(0, count - height))
    }

    private func clamped(_ row: Int) -> Int? { count == 0 ? nil : min(max(0, row), count - 1) }
}
