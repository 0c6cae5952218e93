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

extension Size: CustomStringConvertible {
    /// The width and the height: `80x24`.
    public var description: String { "\(width)x\(height)" }
}
