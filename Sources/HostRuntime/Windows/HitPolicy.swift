/// The points inside its frame at which a window takes touches.
///
/// Geometry decides, not what is drawn: an empty cell of an opaque window takes
/// touches as well.
public enum HitPolicy: Hashable, Sendable {
    /// Takes every touch inside the frame.
    case opaque
    /// Takes touches on the window's views and lets those on the background through.
    ///
    /// The root view is the background.
    case passThroughBackground
    /// Takes no touches.
    case none
}
