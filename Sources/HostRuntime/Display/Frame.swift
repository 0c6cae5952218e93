/// The contents of a display at one moment: the visible windows and the cursor.
///
/// It is a plain value: a display knows no live window. Cells that no window
/// covers are black.
package struct Frame: Sendable {
    /// The size of the display.
    var size: Size

    /// The visible windows, back to front.
    var layers: [Layer] = []

    /// The position of the terminal's cursor; with nil, or a position outside, it's hidden and stays anywhere.
    var cursor: Point?

    /// Whether the cursor is shown; screen readers and braille displays follow a hidden one too.
    var showsCursor = true
}

/// The drawing of a window for the compositor.
struct Layer: Sendable {
    /// The window's identity, by which the compositor finds it in the next frame.
    var id: UInt64

    /// The canvas's place on the screen; parts of it may be outside.
    var frame: Rect

    /// The opacity: at 0 the window is invisible, at 255 it hides what lies below.
    var alpha: UInt8 = 255

    /// The canvas; where it is smaller than the frame, the window is see-through.
    var canvas: Canvas

    /// The version of the canvas: equal versions mean equal canvases.
    var version: UInt64
}

/// The work that it took to show a frame.
package struct FrameStatistics: Hashable, Sendable {
    /// The number of bytes sent.
    var bytes = 0

    /// The number of cells composed again because something moved or was redrawn there.
    var cellsDamaged = 0

    /// The number of those cells that had changed and were sent.
    var cellsEmitted = 0

    /// The number of times that bytes were sent: 1, or 0 where nothing had changed.
    var writes = 0
}
