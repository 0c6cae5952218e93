/// The selected row of a list or a table, and the rows in sight; a pure value that knows only how many rows there are.
public struct RowSelection: Hashable, Sendable {
    /// The selected row; nil while there is none.
    public private(set) var index: Int?

    /// The rows in sight.
    public private(set) var position = ScrollPosition()

    /// Creates the selection of a table without rows.
    public init() {}

    /// The number of rows.
    public var count: Int { position.count }

    /// Updates the number of rows, and selects a row, or the one at the same place.
    ///
    /// A selected row that moves in the table stays where it is on the screen,
    /// and one that was scrolled out of sight stays out of sight. Unless the table `follows` it:
    /// then the rows in sight stay, and the selected one may leave them.
    public mutating func setCount(_ count: Int, selecting selected: Int? = nil, follows: Bool = true) {
        let offset = index.map { $0 - position.top }
        let wasVisible = offset.map { (0..<max(1, position.height)).contains($0) } ?? true
        position.resize(count: count, height: position.height)
        index = clamped(selected ?? index ?? 0)
        guard follows else { return }
        if let selected, let offset, selected == index, wasVisible { position.move(to: selected - offset) }
        if wasVisible { reveal() }
    }

    /// Updates the number of rows that fit.
    public mutating func resize(height: Int) {
        position.resize(count: count, height: height)
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
        position.scroll(by: rows)
    }

    /// Returns the cells of a scroll mark in a bar as high as the rows; nil while every row is in sight.
    public var scrollMark: Range<Int>? { position.mark(in: position.height) }
}

// MARK: - Rows that can't be selected

extension RowSelection {
    /// The rows that a page key passes.
    var pageStep: Int { max(1, position.height - 1) }

    /// Updates the number of rows, and selects one of them or none.
    mutating func set(count: Int, index: Int?) {
        position.resize(count: count, height: position.height)
        self.index = index.flatMap(clamped)
        reveal()
    }

    /// Scrolls the selected row into sight, with so many rows below and above it as there is room for.
    mutating func reveal(with above: Int = 0, below: Int = 0) {
        guard let index else { return }
        let room = max(0, position.height - 1)
        let below = min(below, room)
        position.reveal(index - min(above, room - below)..<index + 1 + below)
    }

    private func clamped(_ row: Int) -> Int? { count == 0 ? nil : min(max(0, row), count - 1) }
}
