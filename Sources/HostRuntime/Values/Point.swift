/// A cell position; x grows to the right and y downwards, both from 0.
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
    /// Returns the position moved by another one's coordinates.
    ///
    /// Coordinates wrap instead of trapping: they come from scripts and from
    /// terminals, and a nonsense position is just outside every rectangle.
    public static func + (a: Point, b: Point) -> Point {
        Point(x: a.x &+ b.x, y: a.y &+ b.y)
    }

    /// Returns the position relative to another one; wraps like `+`.
    public static func - (a: Point, b: Point) -> Point {
        Point(x: a.x &- b.x, y: a.y &- b.y)
    }
}

extension Point: CustomStringConvertible {
    /// The text for a person to read.
    public var description: String { "(\(x), \(y))" }
}
