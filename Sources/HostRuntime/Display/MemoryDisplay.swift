/// A display that shows nothing to anyone: for tests, scripted runs and pictures.
///
/// It does all that a terminal's display does except sending the bytes.
@MainActor
public final class MemoryDisplay: Display {
    /// What the display was created with, and the size that it was given last.
    public private(set) var traits: DisplayTraits

    /// The bytes of all frames so far, where recording was asked for.
    public private(set) var recordedBytes: [UInt8] = []

    /// How many frames changed what is shown.
    public private(set) var changedFrames = 0

    private let recordsBytes: Bool
    private var compositor: Compositor

    /// Creates a display on which nothing has been shown yet.
    public init(
        size: Size = Size(width: 80, height: 24),
        depth: ColorDepth = .trueColor,
        isASCII: Bool = false,
        reducesMotion: Bool = false,
        hasPointer: Bool = true,
        recordsBytes: Bool = false
    ) {
        traits = DisplayTraits(
            size: size,
            colorDepth: depth,
            isASCII: isASCII,
            reducesMotion: reducesMotion,
            hasPointer: hasPointer
        )
        self.recordsBytes = recordsBytes
        compositor = Compositor(size: size, depth: depth)
    }

    /// Gives the display another size, as a user does with a terminal.
    ///
    /// Whoever draws has to be told; the next frame repaints everything.
    public func resize(to size: Size) {
        traits.size = size
        compositor.invalidate()
    }

    /// Shows a frame in memory, and returns what it would take to send it.
    @discardableResult
    public func present(_ frame: Frame) -> FrameStatistics {
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
    public func invalidate() {
        compositor.invalidate()
    }

    /// Returns what is shown.
    public func snapshot() -> FrameSnapshot {
        compositor.snapshot()
    }
}
