/// The identity of a window within its scene; ids grow in the order of creation.
///
/// Ids aren't reused, so an id may outlive its window.
public struct WindowID: Hashable, Sendable {
    let rawValue: UInt64

    init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

extension WindowID: Comparable {
    /// Returns whether the first window was created before the second.
    public static func < (a: WindowID, b: WindowID) -> Bool {
        a.rawValue < b.rawValue
    }
}

extension WindowID: CustomStringConvertible {
    /// The number of the window in its scene: `#1`.
    public var description: String { "#\(rawValue)" }
}
