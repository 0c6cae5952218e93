/// The width of text on a display, and layout that depends on it.
///
/// Widths are counted by grapheme cluster, with the same table on every
/// display: an emoji takes 2 columns, and any other cluster as many as its
/// scalars together, 2 for a wide one and none for a mark. Clusters that a canvas
/// doesn't draw take none: format characters, such as those that change the
/// direction of text, and accents without a letter. Control characters take 1,
/// for the character drawn in their place.
public enum TextWidth {
    /// Returns the number of columns of a character.
    public static func width(of character: Character) -> Int {
        var width = 0
        Glyph.forEach(in: character) { width += $0.width }
        return width
    }

    /// Returns the number of columns of text on one line.
    ///
    /// A line break takes 1 column, as it does when drawn.
    public static func width(of text: String) -> Int {
        let utf8 = text.utf8
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// The effect of a scalar on the width of its cluster.
    enum ScalarClass: UInt32 {
        case zero, narrow, wide
        /// Narrow, but wide when U+FE0F follows.
        case textEmoji
        case emoji

        var isEmoji: Bool { self == .textEmoji || self == .emoji }

        /// The number of columns of the scalar alone.
        var columns: Int { self == .zero ? 0 : self == .wide || self == .emoji ? 2 : 1 }
    }

    /// Returns the class of a scalar from the generated table.
    static func scalarClass(of scalar: Unicode.Scalar) -> ScalarClass {
        let value = scalar.value
        let entries = WidthTable.entries
        var low = 0
        var high = entries.count
        while high - low > 1 {
            let middle = (low + high) >> 1
            if entries[middle] >> 3 <= value { low = middle } else { high = middle }
        }
        return ScalarClass(rawValue: entries[low] & 7) ?? .narrow
    }
}

extension TextWidth {
    /// Returns the text, cut with an ellipsis if it doesn't fit.
    ///
    /// If not even the ellipsis fits, the text is cut without one.
    public static func truncate(_ text: String, to columns: Int, with ellipsis: String = "…") -> String {
        let columns = max(0, columns)
        guard !fits(text, in: columns) else { return text }
        let room = columns - width(of: ellipsis)
        return room < 0 ? prefix(of: text, columns: columns) : prefix(of: text, columns: room) + ellipsis
    }

    /// Returns whether the text takes at most a number of columns; it's read only as far as they go.
    static func fits(_ text: String, in columns: Int) -> Bool {
        // No character takes more columns than it has bytes.
        text.utf8.count <= columns || prefix(of: text, columns: columns).utf8.count == text.utf8.count
    }

    /// Returns the text broken into lines of at most `columns` columns.
    ///
    /// Lines break at spaces, which disappear, next to wide glyphs, and inside
    /// words that are longer than a line. Line breaks in the text stay. A character
    /// that is wider than a line gets one of its own.
    public static func wrap(_ text: String, to columns: Int) -> [String] {
        wrap(text, to: columns, limit: .max)
    }

    /// Returns the first lines of text broken into lines.
    ///
    /// The rest of the text isn't looked at, unless it's nothing but spaces or invisible characters.
    static func wrap(_ text: some Sequence<Character>, to columns: Int, limit: Int) -> [String] {
        var breaker = LineBreaker(columns: max(1, columns))
        for character in text {
            guard breaker.lines.count < limit else { break }
            if character.isNewline { breaker.endParagraph() } else { breaker.add(character) }
        }
        breaker.endParagraph()
        return Array(breaker.lines.prefix(limit))
    }

    /// A text on its way into lines, character by character.
    private struct LineBreaker {
        let columns: Int
        private(set) var lines: [String] = []
        private var line = Piece()
        /// The spaces since the last word, which count only if something follows them on the same line.
        private var spaces = Piece()
        /// The word that isn't on a line yet.
        private var word = Piece()
        /// Whether the word was longer than a line, so that its characters go to lines as they come.
        private var isBreakingWord = false
        private var isFirstLine = true

        private struct Piece {
            var text = ""
            var width = 0
        }

        init(columns: Int) {
            self.columns = columns
        }

        mutating func add(_ character: Character) {
            let width = TextWidth.width(of: character)
            if Glyph(character).width == 2 {
                endWord()
                word = Piece(text: String(character), width: width)
                endWord()
            } else if character == " " || character == "\t" {
                endWord()
                spaces.text.append(character)
                spaces.width += width
            } else if isBreakingWord {
                append(character, width)
            } else {
                word.text.append(character)
                word.width += width
                if word.width > columns { breakWord() }
            }
        }

        mutating func endParagraph() {
            endWord()
            if !line.text.isEmpty || isFirstLine { endLine() }
            spaces = Piece()
            isFirstLine = true
        }

        private mutating func endWord() {
            defer { isBreakingWord = false }
            guard !word.text.isEmpty else { return }
            let gap = line.text.isEmpty && !isFirstLine ? Piece() : spaces
            guard line.width + gap.width + word.width <= columns else { return breakWord() }
            line.text += gap.text + word.text
            line.width += gap.width + word.width
            (word, spaces) = (Piece(), Piece())
        }

        /// Puts the word on the next line, and what doesn't fit there on further ones.
        private mutating func breakWord() {
            if !line.text.isEmpty { endLine() }
            line = Piece()
            let text = word.text
            (word, spaces) = (Piece(), Piece())
            isBreakingWord = true
            for character in text { append(character, TextWidth.width(of: character)) }
        }

        private mutating func append(_ character: Character, _ width: Int) {
            if line.width + width > columns && !line.text.isEmpty { endLine() }
            line.text.append(character)
            line.width += width
        }

        private mutating func endLine() {
            lines.append(line.text)
            line = Piece()
            isFirstLine = false
        }
    }

    /// Returns the longest prefix of text that fits.
    private static func prefix(of text: String, columns: Int) -> String {
        var used = 0
        var result = ""
        for character in text {
            let width = width(of: character)
            if used + width > columns { break }
            used += width
            result.append(character)
        }
        return result
    }
}
