/// The progress of a command on standard error: what to write, and when; a pure value.
///
/// A terminal gets one line that changes, and everything else a line for each text.
struct ProgressLines: Sendable {
    /// The shortest time between two writes.
    static let interval = Duration.milliseconds(100)

    /// What to do about the newest progress.
    enum Step: Hashable, Sendable {
        case nothing
        /// Write a text, without a line break after it.
        case write(String)
        /// Ask again at a time, because the last write was a moment ago.
        case wait(until: Duration)
    }

    /// The columns of the terminal; nil without one.
    private let columns: Int?
    private var newest = ""
    private var written = ""
    private var lastWrite: Duration?

    init(columns: Int?) {
        self.columns = columns
    }

    /// Takes a progress, to be written by `step(at:)`.
    mutating func report(_ progress: CommandProgress) {
        let text = progress.text.escapingControls
        guard columns != nil else {
            // A fraction alone is no line.
            if !text.isEmpty { newest = text }
            return
        }
        newest = [text, progress.percentage ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// Returns what to write at a time.
    mutating func step(at now: Duration) -> Step {
        guard newest != written else { return .nothing }
        if let lastWrite, now < lastWrite + ProgressLines.interval {
            return .wait(until: lastWrite + ProgressLines.interval)
        }
        lastWrite = now
        written = newest
        return .write(text)
    }

    /// Returns what makes room for another message; the progress is written again after it.
    mutating func makeRoom() -> String {
        guard columns != nil, !written.isEmpty else { return "" }
        written = ""
        lastWrite = nil
        return ProgressLines.clear
    }

    /// Returns what to write when the command has ended: the last text, or the end of the changing line.
    mutating func end() -> String {
        guard columns == nil else {
            newest = ""
            return makeRoom()
        }
        guard newest != written else { return "" }
        written = newest
        return text
    }

    private var text: String {
        guard let columns else { return newest + "\n" }
        return ProgressLines.clear + TextWidth.truncate(newest, to: max(0, columns - 1), with: "...")
    }

    // Back to the first column, and erases the line.
    private static let clear = "\r\u{1B}[K"
}
