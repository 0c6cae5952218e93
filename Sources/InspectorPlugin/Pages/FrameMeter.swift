import HostRuntime

/// The costs of the last frames; a pure value.
struct FrameMeter: Hashable, Sendable {
    /// The number of frames that are kept.
    static let limit = 240

    private(set) var frames: [FrameReport] = []

    /// The number of frames since the meter began.
    private(set) var count = 0

    private(set) var bytes = 0
    private(set) var dropped = 0

    mutating func add(_ frame: FrameReport) {
        count += 1
        bytes += frame.bytes
        dropped += frame.droppedFrames
        frames.append(frame)
        // In batches, because removing the first moves the rest.
        if frames.count >= FrameMeter.limit * 2 { frames.removeFirst(frames.count - FrameMeter.limit) }
    }

    /// The frames that are shown, oldest first.
    var recent: ArraySlice<FrameReport> { frames.suffix(FrameMeter.limit) }

    /// The frames in the second before a time.
    func perSecond(at now: Duration) -> Int {
        recent.count { $0.time > now - .seconds(1) }
    }

    /// Returns the average of a number over the frames that are kept.
    func average(_ number: (FrameReport) -> Double) -> Double {
        recent.isEmpty ? 0 : recent.reduce(0) { $0 + number($1) } / Double(recent.count)
    }

    /// Returns bars for the last frames, oldest first, from 0 to 8 eighths of the largest.
    func bars(_ count: Int, _ number: (FrameReport) -> Double) -> (eighths: [Int], largest: Double) {
        let values = recent.suffix(max(0, count)).map(number)
        let largest = values.max() ?? 0
        guard largest > 0 else { return (values.map { _ in 0 }, 0) }
        return (values.map { $0 <= 0 ? 0 : max(1, Int(($0 / largest * 8).rounded())) }, largest)
    }
}

extension FrameReport {
    /// The time that the frame took.
    var cost: Duration { drawingTime + sendingTime }
}
