/// A surface that shows frames: a terminal, or memory.
@MainActor package protocol Display: AnyObject {
    /// The current size and capabilities; the size changes when a terminal is resized.
    var traits: DisplayTraits { get }

    /// Shows a frame, and returns the cost of doing so.
    ///
    /// Sends only what differs from the frame before, in one piece, and nothing
    /// where nothing differs.
    @discardableResult
    func present(_ frame: Frame) -> FrameStatistics

    /// Makes the next frame repaint everything, because what was shown is gone.
    func invalidate()

    /// Returns what is shown.
    func snapshot() -> FrameSnapshot
}
