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

extension Duration {
    /// The time with three digits at most, in the unit that fits: `12.3 ms`.
    var shortText: String {
        let seconds = seconds
        func three(_ number: Double) -> String {
            if number >= 100 { return "\(Int(number.rounded()))" }
            return number >= 10 ? ((number * 10).rounded() / 10).shortText : number.shortText
        }
        if seconds >= 1 { return "\(three(seconds)) s" }
        return seconds >= 0.001 ? "\(three(seconds * 1e3)) ms" : "\(three(seconds * 1e6)) µs"
    }
}

extension Int {
    /// The number of bytes in the unit that fits: `3.1 KB`.
    var byteText: String {
        if self < 1000 { return "\(self) B" }
        let (number, unit) = self < 1_000_000 ? (Double(self) / 1e3, "KB") : (Double(self) / 1e6, "MB")
        return "\((number * 10).rounded() / 10) \(unit)"
    }
}
