internal import FoundationEssentials

/// The last part of a recording that has grown too long, as a pure function of its text.
///
/// The part that is left out becomes one long wait, followed by the last state of what a replay
/// can't do without: the size, the lock, the focus and the calendar.
enum RecordingTail {
    /// Returns the last steps of a recording, for a time and within a number of bytes.
    ///
    /// `steps` has whole lines, without the recording's head.
    static func shorten(_ steps: String, keeping time: Duration, limit: Int) -> String {
        let lines = steps.split(separator: "\n")
        // A line behind one that ends in a backslash belongs to the same step.
        let starts = lines.indices.filter { $0 == 0 || !lines[$0 - 1].endsInBackslash }
        var kept = lines.count
        var (duration, size) = (Duration.zero, 0)
        for (position, start) in starts.enumerated().reversed() {
            let end = position + 1 < starts.count ? starts[position + 1] : lines.count
            size += lines[start..<end].reduce(0) { $0 + $1.utf8.count + 1 }
            guard size <= limit else { break }
            duration += wait(lines[start]) ?? .zero
            kept = start
            if duration >= time { break }
        }
        guard kept > 0 else { return steps }
        let dropped = summary(of: starts.prefix { $0 < kept }.map { lines[$0] })
        return (dropped + lines[kept...].map(String.init)).map { $0 + "\n" }.joined()
    }

    /// The steps that stand for those that are left out, by their first lines.
    private static func summary(of lines: [Substring]) -> [String] {
        var duration = Duration.zero
        var last: [(kind: Int, line: String, moment: Duration)] = []
        for line in lines {
            if let wait = wait(line) { duration += wait }
            let name = line.prefix { $0 != " " }
            guard let kind = states.firstIndex(where: { $0.contains(String(name)) }) else { continue }
            last.removeAll { $0.kind == kind }
            last.append((kind, String(line), duration))
        }
        let missing = ScriptStep.unrecorded("what was done before these steps; what they depend on may be missing")
        return [missing, .wait(duration)].compactMap(\.text)
            + last.map { date($0.line, after: duration - $0.moment) ?? $0.line }
    }

    /// The step that sets the calendar, when it's performed later than at its moment; nil for another step.
    private static func date(_ line: String, after delay: Duration) -> String? {
        guard line.hasPrefix("date "), let date = Date(stamp: String(line.dropFirst(5))) else { return nil }
        return ScriptStep.date(date.adding(delay)).text
    }

    /// The steps of which only the last one counts.
    private static let states = [
        ["resize"], ["lock", "unlock"], ["focus-in", "focus-out"], ["date"], ["time-zone"],
        ["background", "foreground"],
    ]

    private static func wait(_ line: Substring) -> Duration? {
        line.hasPrefix("wait ") ? ScriptArguments.exactSeconds(String(line.dropFirst(5))) : nil
    }
}
