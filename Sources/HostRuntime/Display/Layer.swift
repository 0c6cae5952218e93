/// A picture of one window for the compositor.
struct Layer: Sendable {
    /// What tells the windows of a frame apart, and lets one be found again in the next.
    var id: UInt64

    /// Where the canvas lies on the screen; parts of it may be outside.
    var frame: Rect

    /// How opaque the window is: at 0 it is not there, at 255 it hides what lies below.
    var alpha: UInt8

    /// What was drawn; where it is smaller than the frame the window is see-through.
    var canvas: Canvas

    /// Changes whenever the canvas does: equal versions mean equal canvases.
    var version: UInt64

    init(id: UInt64, frame: Rect, alpha: UInt8 = 255, canvas: Canvas, version: UInt64) {
        self.id = id
        self.frame = frame
        self.alpha = alpha
        self.canvas = canvas
        self.version = version
    }
}
