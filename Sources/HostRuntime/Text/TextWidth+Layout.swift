extension TextWidth {
    /// Returns the text, cut with an ellipsis if it doesn't fit.
    ///
    /// If not even the ellipsis fits, the text is cut without one.
    public static func truncate(_ text: String, to columns: Int, with ellipsis: String = "…") -> String {
        guard width(of: text) > columns else { return text }
        let room = columns - width(of: ellipsis)
        return room < 0 ? prefix(of: text, columns: columns) : prefix(of: text, columns: room) + ellipsis
    }

    /// Returns the text broken into lines of at most `columns` columns.
    ///
    /// Lines break at spaces, which disappear, next to wide glyphs, and inside
    /// words that are longer than a line. Line breaks in the text stay. If
    /// there is only one column, each wide glyph gets a line.
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
        // Spaces count only if something follows them on the same line.
        var spaces = Piece(kind: .space)
        for piece in pieces(of: text) {
            if piece.kind == .space {
                spaces = piece
                continue
            }
            let gap = line.isEmpty && !lines.isEmpty ? Piece(kind: .space) : spaces
            if lineWidth + gap.width + piece.width <= columns {
                line += gap.text + piece.text
                lineWidth += gap.width + piece.width
            } else {
                if !line.isEmpty { lines.append(line) }
                line = ""
                lineWidth = 0
                for character in piece.text {
                    let width = width(of: character)
                    if lineWidth + width > columns && !line.isEmpty {
                        lines.append(line)
                        line = ""
                        lineWidth = 0
                    }
                    line.append(character)
                    lineWidth += width
                }
            }
            spaces = Piece(kind: .space)
        }
        if !line.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }

    /// A part of the text that stays on one line if possible.
    private struct Piece {
        enum Kind {
            case space, word, wideGlyph
        }

        var kind: Kind
        var text = ""
        var width = 0
    }

    private static func pieces(of text: Substring) -> [Piece] {
        var pieces: [Piece] = []
        for character in text {
            let width = width(of: character)
            let kind: Piece.Kind = width == 2 ? .wideGlyph : character == " " || character == "\t" ? .space : .word
            if kind == .wideGlyph || pieces.last?.kind != kind { pieces.append(Piece(kind: kind)) }
            pieces[pieces.count - 1].text.append(character)
            pieces[pieces.count - 1].width += width
        }
        return pieces
    }

    /// Returns the longest prefix of a text that fits.
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
