/// What frames are shown on: a terminal, or memory.
@MainActor
public protocol Display: AnyObject {
    /// What the display is able to show now; the size changes when a terminal is resized.
    var traits: DisplayTraits { get }

    /// Shows a frame, and returns what it took.
    ///
    /// Sends only what differs from the frame before, in one piece. Where
    /// nothing does, nothing is sent.
    @discardableResult
    func present(_ frame: Frame) -> FrameStatistics

    /// Makes the next frame repaint everything, for what was shown is no longer there.
    func invalidate()

    /// Returns what is shown.
    func snapshot() -> FrameSnapshot
}
