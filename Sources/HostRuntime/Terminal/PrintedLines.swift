/// The owners of printed lines that have not arrived from the capture yet; a pure value.
///
/// A line is recorded right after it was printed, and looked up when it was
/// captured. Lines of unknown origin may come in between.
struct PrintedLines: Hashable, Sendable {
    private struct Line: Hashable, Sendable {
        let text: String
        let owner: Owner

        /// The line's share of the limit, as the capture counts it.
        var size: Int { text.utf8.count + 1 }
    }

    private var lines: ArraySlice<Line> = []
    private var size = 0

    /// The beginning of a line that has not ended.
    private var partial = ""
    /// The owner of that beginning; nil if it is empty, or if several owners wrote it.
    private var owner: Owner?

    /// Records printed text and its owner; nil if the owner is unknown.
    mutating func record(_ text: String, by printer: Owner?) {
        var pieces = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        while let piece = pieces.popFirst() {
            if partial.isEmpty { owner = printer } else if owner != printer { owner = nil }
            partial += Substring(piece)
            if !pieces.isEmpty { endLine() } else if partial.utf8.count > CapturedLines.longestLine { cutLine() }
        }
    }

    /// Returns the owner of a captured line, and forgets it and the lines printed before it.
    mutating func resolveOwner(of text: String) -> Owner? {
        guard let first = lines.first else { return nil }
        if let index = lines.prefix(PrintedLines.reach).firstIndex(where: { $0.text == text }) {
            let owner = lines[index].owner
            drop(through: index)
            return owner
        }
        // Other code wrote before it without ending its line: such a line has no single owner.
        if text.hasSuffix(first.text) { drop(through: lines.startIndex) }
        return nil
    }

    /// The number of lines to search: some may have been mixed with other output and never match.
    private static let reach = 16

    private mutating func endLine() {
        defer { partial = "" }
        guard let owner, partial.utf8.count <= CapturedLines.longestLine else { return }
        let line = Line(text: partial, owner: owner)
        // As in the capture, lines that arrive too fast are lost, and earlier ones stay.
        guard size + line.size <= CapturedLines.limit else { return }
        size += line.size
        lines.append(line)
    }

    /// Removes the owner of a line that is too long for the capture, and keeps one scalar to mark that it began.
    private mutating func cutLine() {
        owner = nil
        partial = String(partial.unicodeScalars.prefix(1))
    }

    private mutating func drop(through index: Int) {
        size -= lines[...index].reduce(0) { $0 + $1.size }
        lines = lines[(index + 1)...]
        // Releases the storage, which still holds the dropped lines.
        if lines.isEmpty { lines = [] }
    }
}
