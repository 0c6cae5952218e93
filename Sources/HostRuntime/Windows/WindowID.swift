/// The identity of a window within its scene.
///
/// Ids aren't reused, so an id may outlive its window.
public struct WindowID: Hashable, Sendable {
    let rawValue: UInt64

    init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

extension WindowID: CustomStringConvertible {
    /// The number of the window in its scene: `#1`.
    public var description: String { "#\(rawValue)" }
}
