/// A phase of a touch: the pointer went down, moved, was lifted, or was lost.
public struct Touch: Hashable, Sendable {
    /// The phase.
    package var phase: Phase

    /// The cell, in the coordinates of the receiver.
    package var location: Point

    /// Creates a phase of a touch.
    public init(_ phase: Phase, at location: Point) {
        self.phase = phase
        self.location = location
    }

    /// The phases of a touch, as in UIKit.
    public enum Phase: Hashable, Sendable {
        /// The pointer went down. The window under it has the touch until it ends.
        case began
        /// The pointer moved while it was down.
        case moved
        /// The pointer was lifted.
        case ended
        /// The touch was lost: its window was hidden or closed, or the terminal lost the pointer.
        case cancelled
    }
}
