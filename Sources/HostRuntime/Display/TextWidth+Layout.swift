extension TextWidth {
    /// Returns the text if it fits, or as much of its beginning as fits with a sign that something is missing.
    ///
    /// Where not even the sign fits, as much of the text as does.
    public static func truncate(_ text: String, to columns: Int, with ellipsis: String = "…") -> String {
        guard width(of: text) > columns else { return text }
        let room = columns - width(of: ellipsis)
        return room < 0 ? prefix(of: text, columns: columns) : prefix(of: text, columns: room) + ellipsis
    }

    /// Returns the text broken into lines of at most so many columns.
    ///
    /// Breaks at spaces, which disappear at the break, next to wide glyphs, and
    /// inside of words that are longer than a line. Line breaks in the text are
    /// kept. A wide glyph has a line of its own where there is only one column.
    public static func wrap(_ text: String, to columns: Int) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            lines += wrapParagraph(paragraph, to: max(1, columns))
        }
        return lines
    }

    private static func wrapParagraph(_ text: Substring, to columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var lineWidth = 0
        // Spaces count only once something follows them on the same line.
        var spaces = ""
        for piece in pieces(of: text) {
            if piece.isSpace {
                spaces += piece.text
                continue
            }
            let gap = line.isEmpty && !lines.isEmpty ? 0 : width(of: spaces)
            if lineWidth + gap + piece.width <= columns {
                line += (gap == 0 ? "" : spaces) + piece.text
                lineWidth += gap + piece.width
            } else {
                if !line.isEmpty { lines.append(line) }
                var rest = piece.text
                while width(of: rest) > columns {
                    var head = prefix(of: rest, columns: columns)
                    if head.isEmpty { head = String(rest.prefix(1)) }
                    lines.append(head)
                    rest.removeFirst(head.count)
                }
                line = rest
                lineWidth = width(of: rest)
            }
            spaces = ""
        }
        if !line.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }

    /// A run of spaces, a wide glyph, or a word: what a line is not broken inside of if possible.
    private struct Piece {
        var text: String
        var width: Int
        var isSpace: Bool
    }

    private static func pieces(of text: Substring) -> [Piece] {
        var pieces: [Piece] = []
        for character in text {
            let width = width(of: character)
            let isSpace = character == " " || character == "\t"
            let last = pieces.count - 1
            if last >= 0 && width < 2 && pieces[last].isSpace == isSpace && (pieces[last].width < 2 || pieces[last].text.count > 1) {
                pieces[last].text.append(character)
                pieces[last].width += width
            } else {
                pieces.append(Piece(text: String(character), width: width, isSpace: isSpace))
            }
        }
        return pieces
    }

    /// Returns the longest beginning of a text that fits.
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
