import HostRuntime

/// The costs of the last frames; a pure value.
struct FrameMeter: Hashable, Sendable {
    /// The number of frames that are kept.
    static let limit = 240

    private var frames: [FrameReport] = []

    /// The number of frames since the meter began.
    private(set) var count = 0

    private(set) var dropped = 0

    mutating func add(_ frame: FrameReport) {
        count += 1
        dropped += frame.droppedFrames
        frames.append(frame)
        // In batches, because removing the first moves the rest.
        if frames.count >= FrameMeter.limit * 2 { frames.removeFirst(frames.count - FrameMeter.limit) }
    }

    /// The frames that are shown, oldest first.
    var recent: ArraySlice<FrameReport> { frames.suffix(FrameMeter.limit) }

    private func average(_ number: (FrameReport) -> Double) -> Double {
        recent.isEmpty ? 0 : recent.reduce(0) { $0 + number($1) } / Double(recent.count)
    }

    /// Returns the numbers in a line.
    func line(at now: Duration) -> String {
        [
            count.of("frame"), "\(dropped) dropped", "\(recent.count { $0.time > now - .seconds(1) })/s",
            "\(Duration.seconds(average(\.cost.seconds)).inWords), at most \((recent.map(\.cost).max() ?? .zero).inWords)",
            "\(Int(average { Double($0.composedCells) })) cells", "\(Int(average { Double($0.bytes) }).bytesInWords)",
        ].joined(separator: " · ")
    }
}

extension FrameReport {
    /// The time that the frame took.
    fileprivate var cost: Duration { drawingTime + sendingTime }
}
