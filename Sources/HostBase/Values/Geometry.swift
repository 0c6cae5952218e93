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

/// A width and a height in cells, neither negative.
public struct Size: Hashable, Sendable {
    /// The number of columns.
    public let width: Int

    /// The number of rows.
    public let height: Int

    /// The largest width and height, well beyond any terminal.
    ///
    /// Sizes come from terminals, scripts and plugins. The limit keeps a
    /// nonsense size from becoming an allocation of gigabytes.
    package static let limit = 4096

    /// Creates a size, with both sides clamped to `0...limit`.
    public init(width: Int, height: Int) {
        self.width = min(max(0, width), Size.limit)
        self.height = min(max(0, height), Size.limit)
    }

    /// A size without cells.
    public static let zero = Size(width: 0, height: 0)

    /// Whether there are no cells.
    public var isEmpty: Bool { width == 0 || height == 0 }
}

extension Size: LosslessStringConvertible {
    /// The width and the height: `80x24`.
    public var description: String { "\(width)x\(height)" }

    /// Creates a size from its description; nil for another text, and for sides beyond `limit`.
    public init?(_ description: String) {
        let sides = description.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard sides.count == 2, sides.allSatisfy((0...Size.limit).contains) else { return nil }
        self.init(width: sides[0], height: sides[1])
    }
}

/// A rectangle of cells.
///
/// It is half-open: a rectangle of width 1 has one column.
public struct Rect: Hashable, Sendable {
    /// The top left cell.
    public var origin: Point

    /// The number of columns and rows.
    public var size: Size

    /// Creates a rectangle from its top left cell and its size.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Creates a rectangle; a negative width or height counts as 0.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// An empty rectangle at the origin.
    public static let zero = Rect(origin: .zero, size: .zero)

    /// The first column.
    public var minX: Int { origin.x }

    /// The first row.
    public var minY: Int { origin.y }

    /// The column after the last one.
    public var maxX: Int { origin.x &+ size.width }

    /// The row after the last one.
    public var maxY: Int { origin.y &+ size.height }

    /// The number of columns.
    public var width: Int { size.width }

    /// The number of rows.
    public var height: Int { size.height }

    /// Whether the rectangle has no cells.
    public var isEmpty: Bool { size.isEmpty }

    /// Returns whether a cell lies in the rectangle.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Returns the common cells of two rectangles; `zero` if there are none.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard left < right, top < bottom else { return .zero }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the rectangle moved by a distance.
    public func offset(by distance: Point) -> Rect {
        Rect(origin: origin + distance, size: size)
    }

    /// Returns the rectangle with its edges moved inwards; negative distances move them outwards.
    public func inset(horizontally dx: Int, vertically dy: Int) -> Rect {
        Rect(x: minX &+ dx, y: minY &+ dy, width: width &- 2 &* dx, height: height &- 2 &* dy)
    }

    /// Returns the rectangle moved as little as necessary to lie inside another.
    ///
    /// A rectangle that is larger than the other keeps its size, and the top
    /// left corners meet.
    public func clamped(to bounds: Rect) -> Rect {
        let x = max(bounds.minX, min(minX, bounds.maxX &- width))
        let y = max(bounds.minY, min(minY, bounds.maxY &- height))
        return Rect(origin: Point(x: x, y: y), size: size)
    }
}

extension Rect: CustomStringConvertible {
    /// The size and the origin: `10x2 at (3, 4)`.
    public var description: String { "\(size) at \(origin)" }
}
