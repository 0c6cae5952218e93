/// What a touch turned out to mean; points are in the coordinates of the touches.
public enum GestureEvent: Hashable, Sendable {
    /// The pointer is down, so that a button can look pressed.
    case touchDown(at: Point)
    /// The pointer was lifted or lost, or is neither a tap, a long press nor a drag any more.
    ///
    /// It comes exactly once after each `touchDown`, before what the end of the
    /// touch means.
    case touchUp(at: Point)
    /// Taps in a row at one place: how many, and where the first one was.
    case tap(count: Int, at: Point)
    /// The pointer has stayed down long enough, and from now on may go anywhere.
    case longPressBegan(at: Point)
    /// The pointer of a long press was lifted, after `dragEnded` if it was dragged.
    case longPressEnded(at: Point)
    /// The pointer was dragged: where it is, and how far that is from where it went down.
    case dragChanged(at: Point, translation: Point)
    /// The pointer of a drag was lifted.
    case dragEnded(at: Point, translation: Point)
    /// What was under way is void: a touch, a long press, a drag, or taps that were being counted.
    case cancelled
}
