/// The owners of printed lines that have not arrived from the capture yet; a pure value.
///
/// A line is recorded right after it was printed, and looked up when it was
/// captured. Lines of unknown origin may come in between. A line that another
/// thread prints may be captured first; its owner stays unknown then.
struct PrintedLines: Hashable, Sendable {
    private struct Line: Hashable, Sendable {
        let text: String
        let owner: Owner

        /// The line's share of the limit, as the capture counts it.
        var size: Int { text.utf8.count + 1 }
    }

    private var lines: ArraySlice<Line> = []
    private var size = 0
    /// The number of lines with each text, so that a line of unknown origin needs no search.
    private var counts: [String: Int] = [:]
    /// The newest lines that were captured without an owner, since the last one that had one.
    private var strangers: [String] = []

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
        if counts[text] != nil, let index = lines.firstIndex(where: { $0.text == text }) {
            let owner = lines[index].owner
            drop(through: index)
            strangers = []
            return owner
        }
        if let first = lines.first, text.hasSuffix(first.text) {
            // Other code wrote before it without ending its line: such a line has no single owner.
            drop(through: lines.startIndex)
        } else {
            strangers.append(text, keepingNewest: PrintedLines.unmatchedLimit)
        }
        return nil
    }

    /// The number of captured lines that may still be recorded.
    private static let unmatchedLimit = 16

    private mutating func endLine() {
        defer { partial = "" }
        if let index = strangers.firstIndex(of: partial) {
            // It was captured before it was recorded, as were those before it.
            strangers.removeFirst(index + 1)
            return
        }
        guard let owner, partial.utf8.count <= CapturedLines.longestLine else { return }
        let line = Line(text: partial, owner: owner)
        // As in the capture, lines that arrive too fast are lost, and earlier ones stay.
        guard size + line.size <= CapturedLines.limit else { return }
        size += line.size
        lines.append(line)
        counts[line.text, default: 0] += 1
    }

    /// Removes the owner of a line that is too long for the capture, and keeps one scalar to mark that it began.
    private mutating func cutLine() {
        owner = nil
        partial = String(partial.unicodeScalars.prefix(1))
    }

    private mutating func drop(through index: Int) {
        for line in lines[...index] {
            size -= line.size
            counts[line.text] = counts[line.text].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
        lines = lines[(index + 1)...]
        // Releases the storage, which still holds the dropped lines.
        if lines.isEmpty { lines = [] }
    }
}
