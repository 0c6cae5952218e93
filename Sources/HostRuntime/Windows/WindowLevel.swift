/// The level of a window: windows of a higher level cover those of lower ones.
///
/// Any number is a level. Within a level, the window shown last is on top. The
/// standard levels leave room between them: `.statusBar + 1` is just above the
/// status bar and below every alert.
public struct WindowLevel: RawRepresentable, Hashable, Sendable {
    /// The number; never NaN.
    public let rawValue: Double

    /// Creates a level from a number; nil for NaN, which has no order.
    public init?(rawValue: Double) {
        guard !rawValue.isNaN else { return nil }
        self.rawValue = rawValue
    }

    private init(known rawValue: Double) {
        self.rawValue = rawValue
    }

    /// The level of a program's own windows: 0.
    public static let normal = WindowLevel(known: 0)

    /// The level of a status bar: 1000.
    public static let statusBar = WindowLevel(known: 1000)

    /// The level of alerts: 2000.
    public static let alert = WindowLevel(known: 2000)

    /// Returns the level at a distance above another one.
    ///
    /// A sum that isn't a number leaves the level as it is.
    public static func + (level: WindowLevel, distance: Double) -> WindowLevel {
        WindowLevel(rawValue: level.rawValue + distance) ?? level
    }

    /// Returns the level at a distance below another one.
    ///
    /// A difference that isn't a number leaves the level as it is.
    public static func - (level: WindowLevel, distance: Double) -> WindowLevel {
        WindowLevel(rawValue: level.rawValue - distance) ?? level
    }
}

extension WindowLevel: Comparable {
    /// Returns whether windows of the first level are below those of the second.
    public static func < (a: WindowLevel, b: WindowLevel) -> Bool {
        a.rawValue < b.rawValue
    }
}

extension WindowLevel: CustomStringConvertible {
    /// The number, without a fraction if it is whole: `1001`.
    public var description: String {
        let number = String(rawValue)
        return number.hasSuffix(".0") ? String(number.dropLast(2)) : number
    }
}
