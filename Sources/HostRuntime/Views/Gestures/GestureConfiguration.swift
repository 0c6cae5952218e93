/// Which gestures are told apart, and by what times and distances; the defaults are UIKit's.
public struct GestureConfiguration: Hashable, Sendable {
    /// The most taps in a row that mean something, from 0 to 4; other numbers are clamped.
    ///
    /// The highest count is told at once, lower ones when no further tap came
    /// within `tapInterval`. So 1 is told without delay.
    public var maximumTapCount: Int {
        didSet { maximumTapCount = min(max(maximumTapCount, 0), 4) }
    }

    /// Whether a pointer that stays down is a long press; otherwise it is a slow tap.
    public var recognizesLongPress: Bool

    /// When a moving pointer is a drag.
    public var drag: Drag

    /// How long after a tap the next one has to begin to be counted with it.
    public var tapInterval = Duration.milliseconds(300)

    /// How long the pointer has to stay down for a long press.
    public var longPressDuration = Duration.milliseconds(500)

    /// How many cells the pointer may move, each way, and still be at the same place.
    public var slack = 1

    /// When a moving pointer is a drag.
    public enum Drag: Hashable, Sendable {
        /// Never: a pointer that moves away is nothing.
        case never
        /// After a long press, as for a thing that is lifted first.
        case afterLongPress
        /// As soon as it leaves the place where it went down, and after a long press.
        case immediately
    }

    /// Creates a configuration; by default single taps are told and nothing else.
    public init(maximumTapCount: Int = 1, recognizesLongPress: Bool = false, drag: Drag = .never) {
        self.maximumTapCount = min(max(maximumTapCount, 0), 4)
        self.recognizesLongPress = recognizesLongPress
        self.drag = drag
    }
}
