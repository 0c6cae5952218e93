/// One moment of a touch: the pointer went down, moved, was lifted, or was lost.
public struct Touch: Hashable, Sendable {
    /// What happened.
    public var phase: Phase

    /// The cell, in the coordinates of whoever receives it.
    public var location: Point

    /// Creates a moment of a touch.
    public init(_ phase: Phase, at location: Point) {
        self.phase = phase
        self.location = location
    }

    /// The moments of a touch, in UIKit's words.
    public enum Phase: Hashable, Sendable {
        /// The pointer went down. The window under it has the touch until it ends.
        case began
        /// The pointer moved while it was down.
        case moved
        /// The pointer was lifted.
        case ended
        /// The touch was taken away: its window went, or the terminal lost the pointer.
        case cancelled
    }
}
