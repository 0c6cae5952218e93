/// The rows in sight of something that scrolls; a pure value that knows only how many rows there are.
public struct ScrollPosition: Hashable, Sendable {
    /// The number of rows.
    public private(set) var count = 0

    /// The number of rows that fit.
    public private(set) var height = 0

    /// The first row in sight.
    public private(set) var top = 0

    /// Creates the position of something without rows.
    public init() {}

    /// The rows in sight.
    public var visible: Range<Int> { top..<min(count, top + height) }

    /// Whether more rows exist than fit.
    public var isScrollable: Bool { count > height }

    /// Updates the number of rows and the number of those that fit.
    public mutating func resize(count: Int, height: Int) {
        (self.count, self.height) = (max(0, count), max(0, height))
        move(to: top)
    }

    /// Scrolls by a number of rows, and returns whether anything moved.
    public mutating func scroll(by rows: Int) -> Bool {
        let old = top
        move(to: top &+ min(max(rows, -count), count))
        return top != old
    }

    /// Scrolls as little as brings rows into sight; of more than fit, the first ones.
    public mutating func reveal(_ rows: Range<Int>) {
        let last = height > 0 ? max(top, rows.upperBound - height) : top
        move(to: min(last, rows.lowerBound))
    }

    mutating func move(to row: Int) {
        top = min(max(0, row), max(0, count - height))
    }
}

// MARK: - Signs

extension ScrollPosition {
    /// Draws an arrow in the last column at each end beyond which there are more rows.
    public func drawArrows(in canvas: inout Canvas, bounds: Rect, style: Style) {
        let x = bounds.maxX - 1
        if top > 0 { canvas.draw("▲", at: Point(x: x, y: bounds.minY), style: style) }
        if top + height < count { canvas.draw("▼", at: Point(x: x, y: bounds.maxY - 1), style: style) }
    }

    /// Returns the cells of a scroll mark in a bar of a length; nil while every row is in sight.
    ///
    /// The mark touches an end of the bar only when the rows are scrolled there.
    func mark(in length: Int) -> Range<Int>? {
        guard height > 0, length > 1, isScrollable else { return nil }
        let size = min(max(1, length * height / count), length - 1)
        let room = length - size
        let last = count - height
        let start = top == 0 ? 0 : (top >= last ? room : min(max(1, room * top / last), max(1, room - 1)))
        return start..<start + size
    }
}
