/// A window that has left the screen for good, for tools that show where it went.
public struct GoneWindow: Hashable, Sendable {
    /// The reason why a window has gone.
    public enum Reason: String, Hashable, Sendable {
        /// `close()` was called.
        case closed
        /// The plugin that made it has ended.
        case ownerEnded
        /// Nothing held it: a window that no property keeps disappears.
        case unheld
    }

    /// The state of the window just before it went.
    public let window: WindowInfo

    /// The reason why it has gone.
    public let reason: Reason

    /// Whether it has been on a frame.
    public let wasDrawn: Bool

    /// The number of windows of the same title and place that have gone in the same way, with this one.
    public internal(set) var count = 1
}

/// The windows that have gone most recently; a pure value.
///
/// A place that makes one window after another takes one entry, so that it doesn't push out the others.
struct GoneWindows: Hashable, Sendable {
    static let capacity = 50

    /// The windows, newest last.
    private(set) var entries: [GoneWindow] = []

    mutating func add(_ gone: GoneWindow) {
        var gone = gone
        if let index = entries.firstIndex(where: { $0.isLike(gone) }) {
            gone.count += entries.remove(at: index).count
        } else if entries.count == GoneWindows.capacity {
            entries.removeFirst()
        }
        entries.append(gone)
    }
}

extension GoneWindow {
    fileprivate func isLike(_ other: GoneWindow) -> Bool {
        reason == other.reason && window.title == other.window.title && window.owner == other.window.owner
            && window.place == other.window.place
    }
}
