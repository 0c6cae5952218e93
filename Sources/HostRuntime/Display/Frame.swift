/// What is to be seen on a display at one moment: the visible windows and the text cursor.
///
/// A plain value: a display shows it and knows no live window.
public struct Frame: Sendable {
    /// The size of the display.
    var size: Size

    /// The visible windows, back to front.
    var layers: [Layer]

    /// Where the text cursor is; `nil`, or a place outside, hides it.
    var cursor: Point?

    /// The colours of the cells that no window covers.
    var background: Style

    init(
        size: Size,
        layers: [Layer] = [],
        cursor: Point? = nil,
        background: Style = Style(foreground: .white, background: .black)
    ) {
        self.size = size
        self.layers = layers
        self.cursor = cursor
        self.background = background
    }
}
