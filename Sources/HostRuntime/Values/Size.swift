/// A width and a height in cells; neither is ever negative.
public struct Size: Hashable, Sendable {
    /// The number of columns.
    public let width: Int

    /// The number of rows.
    public let height: Int

    /// The largest width and height: what a terminal can address with room to spare.
    ///
    /// Sizes come from terminals, scripts and plugins; the limit keeps a
    /// nonsense one from becoming an allocation of gigabytes.
    public static let limit = 4096

    /// Creates a size, with both sides clamped to `0...limit`.
    public init(width: Int, height: Int) {
        self.width = min(max(0, width), Size.limit)
        self.height = min(max(0, height), Size.limit)
    }

    /// No cells at all.
    public static let zero = Size(width: 0, height: 0)

    /// Whether there is no cell in it.
    public var isEmpty: Bool { width == 0 || height == 0 }
}

extension Size: CustomStringConvertible {
    /// The text for a person to read.
    public var description: String { "\(width)x\(height)" }
}
