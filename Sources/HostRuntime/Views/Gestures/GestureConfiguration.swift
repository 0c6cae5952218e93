/// The gestures that a view recognizes, with their times and distances; the defaults are UIKit's.
public struct GestureConfiguration: Hashable, Sendable {
    let maximumTapCount: Int
    let recognizesLongPress: Bool
    let drag: Drag

    /// The time after a tap within which the next one has to begin to count with it, at least 0 s.
    public var tapInterval = TapSeries.interval {
        didSet { tapInterval = min(max(.zero, tapInterval), HostClock.farthest) }
    }

    /// The time that the pointer has to stay down for a long press.
    var longPressDuration = Duration.milliseconds(500)

    /// The number of cells that the pointer may move in each direction and still be at the same place.
    var slack = TapSeries.slack

    /// The condition under which a moving pointer is a drag.
    public enum Drag: Hashable, Sendable {
        /// Never: a pointer that moves away is no gesture.
        case never
        /// After a long press, as for an object that is picked up first.
        case afterLongPress
        /// As soon as the pointer leaves the place where it went down, and after a long press.
        case immediately
    }

    /// Creates a configuration, by default for single taps only.
    ///
    /// The maximum number of consecutive taps, which may be any from 0 on, is reported
    /// at once; a lower count when no further tap comes within `tapInterval`. With
    /// a maximum of 1, a tap is reported without delay. Unless long presses are
    /// recognized, a pointer that stays down is a slow tap.
    public init(maximumTapCount: Int = 1, recognizesLongPress: Bool = false, drag: Drag = .never) {
        self.maximumTapCount = max(maximumTapCount, 0)
        self.recognizesLongPress = recognizesLongPress
        self.drag = drag
    }
}

extension GestureConfiguration: CustomStringConvertible {
    /// The gestures in words: `up to 4 taps, long press, drag after a long press`.
    public var description: String {
        var words: [String] = []
        if maximumTapCount == 1 { words.append("tap") }
        if maximumTapCount > 1 { words.append("up to \(maximumTapCount) taps") }
        if recognizesLongPress { words.append("long press") }
        switch drag {
        case .never: break
        case .afterLongPress: words.append("drag after a long press")
        case .immediately: words.append("drag")
        }
        return words.isEmpty ? "keeps touches" : words.joined(separator: ", ")
    }
}

/// An event of a gesture; points are in the coordinates of the touches.
public enum GestureEvent: Hashable, Sendable {
    /// The pointer is down, so that a button can look pressed.
    case touchDown(at: Point)
    /// The pointer was lifted or lost, or can no longer be a tap, a long press or a drag.
    ///
    /// It comes exactly once after each `touchDown`, before the event for the
    /// end of the touch.
    case touchUp(at: Point)
    /// Consecutive taps at one place: their number, and the place of the first one.
    case tap(count: Int, at: Point)
    /// The pointer has stayed down long enough, and may go anywhere from now on.
    case longPressBegan(at: Point)
    /// The pointer of a long press was lifted, after `dragEnded` if it was dragged.
    case longPressEnded(at: Point)
    /// The pointer was dragged: its position, and the distance from where it went down.
    case dragChanged(at: Point, translation: Point)
    /// The pointer of a drag was lifted.
    case dragEnded(at: Point, translation: Point)
    /// The gesture under way was cancelled: a touch, a long press, a drag, or taps that were being counted.
    case cancelled
}
