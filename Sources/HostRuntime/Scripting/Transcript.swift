/// What happened in a scripted run, a line per event in the order in which it happened.
@MainActor final class Transcript {
    private let clock: HostClock
    private let output: @MainActor (String) -> Void
    private var held: [String]?

    init(clock: HostClock, write: @escaping @MainActor (String) -> Void) {
        self.clock = clock
        output = write
    }

    /// Keeps back what happens, because the line that belongs before it is not known yet.
    func hold() {
        held = []
    }

    /// Writes the line that belongs before what was kept back, and then that.
    func release(after text: String) {
        let lines = held ?? []
        held = nil
        add(text)
        for line in lines { output(line) }
    }

    private func write(_ line: String) {
        if held == nil { output(line) } else { held?.append(line) }
    }

    /// Writes a text under the present time, with control characters spelled out.
    ///
    /// What follows its first line is a block, which nobody can take for another event.
    func add(_ text: String) {
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        write("[\(Transcript.stamp(clock.now))] \(String(lines[0]).escapingControls)")
        if lines.count > 1 { addBlock(String(lines[1])) }
    }

    /// Writes lines as they are, as a table or a frame.
    func addBlock(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            write("          | \(String(line).escapingControls)")
        }
    }

    /// A time in seconds with three places, as wide as it takes to line up to 999 seconds.
    static func stamp(_ time: Duration) -> String {
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        let text = "\(milliseconds / 1000).\(fraction)"
        return String(repeating: " ", count: max(0, 7 - text.count)) + text
    }
}
