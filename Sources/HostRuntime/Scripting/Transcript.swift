/// The events of a scripted run, one line each, in the order in which they happen.
@MainActor final class Transcript {
    private let clock: HostClock
    private let output: @MainActor (String) -> Void

    init(clock: HostClock, write: @escaping @MainActor (String) -> Void) {
        self.clock = clock
        output = write
    }

    /// Writes a text after the present time, with control characters spelled out.
    ///
    /// Its second and later lines are a block, so that they don't look like other events.
    func add(_ text: String) {
        let lines = text.escapingControlsOfLines.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        output("[\(Transcript.stamp(clock.now))] \(lines[0])")
        if lines.count > 1 { addBlock(String(lines[1])) }
    }

    /// Writes the lines of a table or a frame, without a time.
    func addBlock(_ text: String) {
        for line in text.escapingControlsOfLines.split(separator: "\n", omittingEmptySubsequences: false) {
            output("          | \(line)")
        }
    }

    /// A time in seconds with three decimal places, padded so that times up to 999 seconds line up.
    static func stamp(_ time: Duration) -> String {
        let text = time.inSeconds(decimals: 3...3)
        return String(repeating: " ", count: max(0, 7 - text.count)) + text
    }
}
