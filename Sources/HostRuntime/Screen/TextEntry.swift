/// The text field that has the keyboard, as on a frame.
public struct TextEntry: Hashable, Sendable {
    /// The rows and columns of the field that are in sight; something above may cover them.
    public let frame: Rect

    /// The cell of the text cursor; nil while it's scrolled out of sight.
    public let cursor: Point?

    /// Creates a text field at a place on the screen.
    public init(frame: Rect, cursor: Point?) {
        self.frame = frame
        self.cursor = cursor
    }
}
