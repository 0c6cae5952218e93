/// Whose lines were printed that have not come out of the capture yet; a pure value.
///
/// A line is told once, right after it was printed, and asked for once, when it
/// was captured. In between there may be lines of others, whom nobody knows.
struct PrintedLines: Hashable, Sendable {
    private struct Line: Hashable, Sendable {
        let text: String
        let owner: Owner

        /// What it takes of the room, as the capture counts it.
        var size: Int { text.utf8.count + 1 }
    }

    private var lines: ArraySlice<Line> = []
    private var size = 0

    /// What was printed of a line that has not ended.
    private var partial = ""
    /// Who printed that; nil for nobody, and for several.
    private var owner: Owner?

    /// Takes in what was printed, and by whom; nil for somebody whom nobody knows.
    mutating func print(_ text: String, by printer: Owner?) {
        var pieces = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        while let piece = pieces.popFirst() {
            if partial.isEmpty { owner = printer } else if owner != printer { owner = nil }
            partial += Substring(piece)
            if !pieces.isEmpty { endLine() } else if partial.utf8.count > CapturedLines.longestLine { cutLine() }
        }
    }

    /// Returns who printed a line that was captured, and forgets what was printed before it.
    mutating func takeOwner(of text: String) -> Owner? {
        guard let first = lines.first else { return nil }
        if let index = lines.prefix(PrintedLines.reach).firstIndex(where: { $0.text == text }) {
            let owner = lines[index].owner
            drop(through: index)
            return owner
        }
        // What somebody wrote without an end stands before it: such a line is nobody's.
        if text.hasSuffix(first.text) { drop(through: lines.startIndex) }
        return nil
    }

    /// How many lines are looked at: a few may have been mixed with others on their way.
    private static let reach = 16

    private mutating func endLine() {
        defer { partial = "" }
        guard let owner, partial.utf8.count <= CapturedLines.longestLine else { return }
        let line = Line(text: partial, owner: owner)
        // As with the capture, what comes too fast is lost, and what was there first stays.
        guard size + line.size <= CapturedLines.limit else { return }
        size += line.size
        lines.append(line)
    }

    /// Makes nobody's a line that is too long for the capture, and keeps no more of it than tells so.
    private mutating func cutLine() {
        owner = nil
        partial = String(partial.unicodeScalars.prefix(1))
    }

    private mutating func drop(through index: Int) {
        size -= lines[...index].reduce(0) { $0 + $1.size }
        lines = lines[(index + 1)...]
        // Lets go of the storage, which keeps what was dropped.
        if lines.isEmpty { lines = [] }
    }
}
