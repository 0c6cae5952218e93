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
