import TestSupport
import Testing

@testable import HostRuntime

@Suite struct TextWrapTests {
    @Test(arguments: seeds(of: 0..<20))
    func `a text is wrapped as by an algorithm that splits it into words first`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = ["a", "bc", "longword", " ", "  ", "\t", "\n", "\r\n", "漢", "👩‍👩‍👧", "é", "\u{200B}", "\u{301}", "กำ"]

        for _ in 0..<200 {
            let count = Int.random(in: 0..<40, using: &random)
            let text = (0..<count).map { _ in parts[.random(in: 0..<parts.count, using: &random)] }.joined()
            let columns = Int.random(in: 0..<12, using: &random)
            let limit = Int.random(in: 0..<6, using: &random)

            let expected = WordWrap.wrap(text, to: columns)

            #expect(TextWidth.wrap(text, to: columns) == expected)
            #expect(TextWidth.wrap(text, to: columns, limit: limit) == Array(expected.prefix(limit)))
        }
    }

    @Test(arguments: ["word ", "wordwithoutend", "line\n", "漢"])
    func `the first lines are found without reading the rest of the text`(part: String) {
        let text = CountedText(String(repeating: part, count: 10_000))

        let lines = TextWidth.wrap(text, to: 20, limit: 5)

        #expect(lines.count == 5)
        #expect(text.readCount <= 5 * 20 + 30)
    }

    /// A text that counts the characters that were read of it.
    private final class CountedText: Sequence, IteratorProtocol {
        private var rest: Substring
        private(set) var readCount = 0

        init(_ text: String) {
            rest = text[...]
        }

        func next() -> Character? {
            readCount += 1
            return rest.popFirst()
        }
    }
}

/// Wrapping in its simplest form: all words first, and then all lines.
private enum WordWrap {
    static func wrap(_ text: String, to columns: Int) -> [String] {
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
                    let width = TextWidth.width(of: character)
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
            let width = TextWidth.width(of: character)
            let isSpace = character == " " || character == "\t"
            let kind: Piece.Kind = Glyph(character).width == 2 ? .wideGlyph : isSpace ? .space : .word
            if kind == .wideGlyph || pieces.last?.kind != kind { pieces.append(Piece(kind: kind)) }
            pieces[pieces.count - 1].text.append(character)
            pieces[pieces.count - 1].width += width
        }
        return pieces
    }
}
