/// A surface that shows frames: a terminal, or memory.
@MainActor package final class Display {
    /// The current size and capabilities.
    package private(set) var traits: DisplayTraits

    /// The number of frames that changed what is shown.
    package private(set) var changedFrames = 0

    private var compositor: Compositor
    private let send: @MainActor (UnsafeRawBufferPointer) -> Void

    /// Creates a display that has shown nothing yet, and passes the bytes of each frame to `send`.
    package init(_ traits: DisplayTraits, send: @escaping @MainActor (UnsafeRawBufferPointer) -> Void = { _ in }) {
        self.traits = traits
        self.send = send
        compositor = Compositor(size: traits.size, depth: traits.colorDepth)
    }

    /// Whether the terminal is asked to show each frame in one piece; only for terminals that can.
    var usesSynchronizedOutput = false {
        didSet { compositor.usesSynchronizedOutput = usesSynchronizedOutput }
    }

    /// Whether the terminal draws characters of ambiguous width in two cells.
    var widensAmbiguous = false {
        didSet { compositor.widensAmbiguous = widensAmbiguous }
    }

    /// Changes the size, of which the caller informs the host; the next frame repaints everything.
    func resize(to size: Size) {
        traits.size = size
        compositor.invalidate()
    }

    /// Shows a frame, and returns the cost of doing so.
    ///
    /// Sends only what differs from the frame before, in one piece, and nothing
    /// where nothing differs.
    @discardableResult
    package func present(_ frame: Frame) -> FrameStatistics {
        let send = send
        let statistics = compositor.render(frame) { send($0) }
        if statistics.writes > 0 { changedFrames += 1 }
        return statistics
    }

    /// Makes the next frame repaint everything, because what was shown is gone.
    func invalidate() {
        compositor.invalidate()
    }

    /// Returns what is shown.
    package func snapshot() -> FrameSnapshot {
        compositor.snapshot()
    }
}
