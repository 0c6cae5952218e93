/// The cost of a frame, for tools that show what drawing takes.
public struct FrameReport: Hashable, Sendable {
    /// The time of the host's clock at which the frame was drawn.
    public let time: Duration

    /// The windows that were redrawn; the others kept their picture.
    public let drawnWindows: [WindowInfo]

    /// The number of windows on the frame.
    public let windowCount: Int

    /// The number of cells composed again because something moved or was redrawn there.
    public let composedCells: Int

    /// The number of those cells that had changed and were sent.
    public let sentCells: Int

    /// The number of bytes sent to the terminal.
    public let bytes: Int

    /// The time that laying out and drawing the windows took.
    public let drawingTime: Duration

    /// The time that composing and sending took.
    public let sendingTime: Duration

    /// The time from when the frame could have been drawn at the earliest until it was.
    public let delay: Duration

    /// The number of frames that could have been drawn during the delay.
    public let droppedFrames: Int

    /// Creates a report, for the tests of a tool.
    public init(
        time: Duration,
        drawnWindows: [WindowInfo] = [],
        windowCount: Int = 1,
        composedCells: Int = 0,
        sentCells: Int = 0,
        bytes: Int = 0,
        drawingTime: Duration = .zero,
        sendingTime: Duration = .zero,
        delay: Duration = .zero,
        droppedFrames: Int = 0
    ) {
        self.time = time
        self.drawnWindows = drawnWindows
        self.windowCount = windowCount
        self.composedCells = composedCells
        self.sentCells = sentCells
        self.bytes = bytes
        self.drawingTime = drawingTime
        self.sendingTime = sendingTime
        self.delay = delay
        self.droppedFrames = droppedFrames
    }
}
