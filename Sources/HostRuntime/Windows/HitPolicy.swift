/// Which points inside its frame a window takes touches at.
///
/// Geometry decides, not what is painted: an empty cell of an opaque window
/// takes touches as well.
public enum HitPolicy: Hashable, Sendable {
    /// Takes every touch inside the frame.
    case opaque
    /// Takes touches on its views and lets the ones on the background fall through.
    ///
    /// The window's content says which is which, in `WindowContent.hitTest(_:)`.
    /// A window without content is all background.
    case passThroughBackground
    /// Takes no touch at all.
    case none
}
