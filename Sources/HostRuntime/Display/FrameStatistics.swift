/// What it took to show a frame.
public struct FrameStatistics: Hashable, Sendable {
    /// The bytes that were sent.
    public var bytes = 0

    /// The cells that had to be looked at because something moved or was redrawn there.
    public var cellsDamaged = 0

    /// The cells among them that had changed, and were sent.
    public var cellsEmitted = 0

    /// How often bytes were sent: once, or not at all where nothing had changed.
    public var writes = 0

    /// Creates the statistics of a frame for which nothing had to be done.
    public init() {}
}
