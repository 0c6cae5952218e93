/// The drawing of a window for the compositor.
struct Layer: Sendable {
    /// The window's identity, by which the compositor finds it in the next frame.
    var id: UInt64

    /// The canvas's place on the screen; parts of it may be outside.
    var frame: Rect

    /// The opacity: at 0 the window is invisible, at 255 it hides what lies below.
    var alpha: UInt8

    /// The canvas; where it is smaller than the frame, the window is see-through.
    var canvas: Canvas

    /// The version of the canvas: equal versions mean equal canvases.
    var version: UInt64

    init(id: UInt64, frame: Rect, alpha: UInt8 = 255, canvas: Canvas, version: UInt64) {
        self.id = id
        self.frame = frame
        self.alpha = alpha
        self.canvas = canvas
        self.version = version
    }
}
