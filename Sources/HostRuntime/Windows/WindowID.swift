/// The identity of a window within its scene; ids grow in the order of creation.
///
/// An id is never used again, so it may outlive its window.
public struct WindowID: Hashable, Sendable {
    let rawValue: UInt64

    init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

extension WindowID: Comparable {
    /// Tells whether the first window was created before the second.
    public static func < (a: WindowID, b: WindowID) -> Bool {
        a.rawValue < b.rawValue
    }
}

extension WindowID: CustomStringConvertible {
    /// The number of the window in its scene: `#1`.
    public var description: String { "#\(rawValue)" }
}
