/// The position of a cell; x grows to the right and y downwards, both from 0.
public struct Point: Hashable, Sendable {
    /// The column.
    public var x: Int

    /// The row.
    public var y: Int

    /// Creates a position from a column and a row.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// The top left cell.
    public static let zero = Point(x: 0, y: 0)
}

extension Point {
    /// Returns the sum of two positions.
    ///
    /// Coordinates wrap instead of trapping: they come from scripts and
    /// terminals, and a nonsense position is merely outside every rectangle.
    public static func + (a: Point, b: Point) -> Point {
        Point(x: a.x &+ b.x, y: a.y &+ b.y)
    }

    /// Returns the position relative to another one; wraps as `+` does.
    public static func - (a: Point, b: Point) -> Point {
        Point(x: a.x &- b.x, y: a.y &- b.y)
    }
}

extension Point: CustomStringConvertible {
    /// The coordinates: `(3, 4)`.
    public var description: String { "(\(x), \(y))" }
}
