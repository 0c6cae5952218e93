internal import FoundationEssentials

/// The recording that a crash leaves behind: of the whole session while it is short, and of its last minutes later.
///
/// Each step is written as it is performed, so that it survives any death of the
/// process. The file is shortened when it is full; a session that ends in order
/// removes it.
final class CrashRecording {
    /// The size in bytes at which the file is shortened.
    static let limit = 1 << 20

    /// The time that is kept at least, unless that alone is more than half of the limit.
    static let time: Duration = .seconds(120)

    /// The number of recordings that are kept of earlier crashes.
    private static let keptCount = 4

    let path: String

    private let limit: Int
    private var file: SessionFile
    private var head = ""
    private var size = 0

    /// Creates a file in a directory; throws if that isn't possible.
    init(folder: String, date: Date, process: Int32, limit: Int = CrashRecording.limit) throws(HostProgramError) {
        do {
            try FileSystem.makeDirectories(folder)
        } catch {
            throw HostProgramError(
                status: .cannotCreate,
                text: "the folder '\(folder.escapingControls)' of recordings can't be made: \(error)"
            )
        }
        let name = date.stamp.filter { $0 != ":" }
        path = FileSystem.absolutePath("\(folder)/\(name)-\(process).txt")
        self.limit = limit
        // Without those of sessions that still run, which may still crash.
        let earlier = FileSystem.names(in: folder).sorted().filter {
            $0.hasSuffix(".txt") && !SessionFile.isInUse("\(folder)/\($0)")
        }
        for name in earlier.dropLast(CrashRecording.keptCount) {
            try? FileSystem.remove("\(folder)/\(name)")
            try? FileSystem.remove(CrashRecording.temporaryPath(of: "\(folder)/\(name)"))
        }
        file = try SessionFile(path, name: "recording")
    }

    /// The reason why nothing more is written; nil while all is well.
    var problem: String? { file.problem }

    /// Writes the head, which stays when the file is shortened.
    func begin(_ head: String) {
        self.head = head
        file.append(head)
    }

    /// Writes a step; returns false the first time that this fails.
    func append(_ text: String) -> Bool {
        size += text.utf8.count
        guard file.append(text) else { return false }
        if size > limit { shorten() }
        return true
    }

    private func shorten() {
        // If this fails, it's tried again after as many bytes.
        size = 0
        guard file.problem == nil, let opened = try? OpenFile(path, .readOnly),
            let bytes = try? opened.read(upTo: .max)
        else { return }
        let steps = String(decoding: bytes.dropFirst(head.utf8.count), as: UTF8.self)
        let rest = RecordingTail.shorten(steps, keeping: CrashRecording.time, limit: limit / 2)
        let temporary = CrashRecording.temporaryPath(of: path)
        try? FileSystem.remove(temporary)
        guard let next = try? SessionFile(path, name: "recording", temporaryPath: temporary),
            next.append(head + rest), (try? FileSystem.rename(temporary, to: path)) != nil
        else {
            try? FileSystem.remove(temporary)
            return
        }
        file = next
        size = rest.utf8.count
    }

    /// The path of the shorter file until it takes the place of the one at a path.
    private static func temporaryPath(of path: String) -> String { "\(path).new" }

    /// Removes the file, because the session has ended in order.
    func remove() {
        try? FileSystem.remove(path)
    }
}

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

    /// The step of a recording without what was typed.
    static let hiddenText = ScriptStep.unrecorded(
        "what was typed, which has • in its place: this recording is for reading, not for replaying"
    )

    /// Returns a recording for somebody else: its head and its last steps, with `•` for each character that was typed.
    static func hidingText(in recording: String, limit: Int) -> String {
        let lines = recording.split(separator: "\n").map(String.init)
        let headCount = Script.headCount(of: lines)
        let steps = lines[headCount...].map { $0 + "\n" }.joined()
        var isInText = false
        let last = shorten(steps, keeping: .seconds(Int.max), limit: limit).split(separator: "\n")
        let kept = last.compactMap { line -> String? in
            let isRest = isInText
            let key = line.hasPrefix("key ") ? KeyEvent(name: String(line.dropFirst(4))) : nil
            isInText = (isRest || line.hasPrefix("paste ")) && line.endsInBackslash
            if isRest { return nil }
            return line.hasPrefix("paste ") ? #"paste "•""# : key?.typesCharacter == true ? "key •" : String(line)
        }
        let text = (lines[..<headCount] + [hiddenText.text].compactMap(\.self) + kept).joined(separator: "\n")
        // A last line without its end is a step that was cut off.
        return recording.hasSuffix("\n") ? text + "\n" : text
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
