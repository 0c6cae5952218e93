/// A display in memory, for tests, scripted runs and pictures.
///
/// It does all that a terminal's display does except sending the bytes.
@MainActor package final class MemoryDisplay: Display {
    /// The traits that the display was created with, and its size now.
    package private(set) var traits: DisplayTraits

    /// The bytes of all frames so far, if they are recorded.
    private(set) var recordedBytes: [UInt8] = []

    /// The number of frames that changed what is shown.
    package private(set) var changedFrames = 0

    private let recordsBytes: Bool
    private var compositor: Compositor

    /// Creates a display that has shown nothing yet.
    package init(
        size: Size = Size(width: 80, height: 24),
        depth: ColorDepth = .trueColor,
        isASCII: Bool = false,
        reducesMotion: Bool = false,
        recordsBytes: Bool = false
    ) {
        traits = DisplayTraits(
            size: size,
            colorDepth: depth,
            isASCII: isASCII,
            reducesMotion: reducesMotion
        )
        self.recordsBytes = recordsBytes
        compositor = Compositor(size: size, depth: depth)
    }

    /// Changes the size, as a user does with a terminal; the next frame repaints everything.
    ///
    /// The caller informs the host.
    func resize(to size: Size) {
        traits.size = size
        compositor.invalidate()
    }

    /// Shows a frame in memory, and returns what sending it would take.
    @discardableResult
    package func present(_ frame: Frame) -> FrameStatistics {
        var recorded = recordedBytes
        recordedBytes = []
        let records = recordsBytes
        let statistics = compositor.render(frame) { bytes in
            if records { recorded.append(contentsOf: bytes) }
        }
        recordedBytes = recorded
        if statistics.writes > 0 { changedFrames += 1 }
        return statistics
    }

    /// Makes the next frame repaint everything.
    package func invalidate() {
        compositor.invalidate()
    }

    /// Returns what is shown.
    package func snapshot() -> FrameSnapshot {
        compositor.snapshot()
    }
}
