/// The contents of a display at one moment, as text or as a picture.
public struct FrameSnapshot: Sendable {
    /// The columns and rows.
    public let size: Size

    let cells: [Cell]
    let pool: GraphemePool
    let depth: ColorDepth

    /// The cell of the terminal's cursor, which stands at the focus; nil if the focus can't be seen.
    ///
    /// Only in a text field it's shown. Screen readers and braille displays follow a hidden one too.
    public let cursor: Point?

    let showsCursor: Bool

    /// Returns the text of a row without the spaces at its end; empty if there is no such row.
    public func line(_ y: Int) -> String {
        var line = ""
        var spaces = 0
        for cell in row(y) where !cell.isTail {
            if cell.isBlank {
                spaces += 1
                continue
            }
            line += String(repeating: " ", count: spaces) + string(of: cell)
            spaces = 0
        }
        return line
    }

    /// The text of all rows, without the spaces at their ends.
    public var text: String {
        (0..<size.height).map { line($0) }.joined(separator: "\n")
    }

    /// Returns whether a row contains the given text.
    public func contains(_ text: String) -> Bool {
        (0..<size.height).contains { line($0).contains(text) }
    }

    /// Returns the character and style of a cell; nil outside the display.
    ///
    /// The colors are those seen: blended, and reversed where the attributes
    /// say so. A space that shows only its background has a black foreground,
    /// whatever it was drawn with. The right half of a wide glyph has an empty
    /// character.
    public func cell(at point: Point) -> (character: String, style: Style)? {
        guard Rect(origin: .zero, size: size).contains(point) else { return nil }
        let cell = cells[point.y * size.width + point.x]
        return (cell.isTail ? "" : string(of: cell), style(of: cell))
    }

    /// Returns the cells of a row; none if there is no such row.
    func row(_ y: Int) -> ArraySlice<Cell> {
        guard y >= 0 && y < size.height else { return [] }
        return cells[y * size.width..<(y + 1) * size.width]
    }

    func string(of cell: Cell) -> String {
        if cell == .unknown { return " " }
        return cell.flags.contains(.pooled) ? pool[cell.glyph] : Glyph.unpack(cell.glyph)
    }

    func style(of cell: Cell) -> Style {
        if cell == .unknown { return Style(foreground: .white, background: .black) }
        let isReversed = cell.attributes.contains(.reverse)
        func color(_ value: UInt32, isLight: Bool) -> Color {
            switch depth {
            case .trueColor: Color(value)
            case .indexed256, .ansi16: Color(Palette.color(at: UInt8(truncatingIfNeeded: value)))
            case .monochrome: isLight ? .white : .black
            }
        }
        return Style(
            foreground: color(cell.foreground, isLight: !isReversed),
            background: color(cell.background, isLight: isReversed),
            attributes: cell.attributes
        )
    }
}

extension FrameSnapshot: CustomStringConvertible {
    /// The frame as text between line breaks, for the output of a failing test.
    public var description: String { "\n\(text)\n" }
}

extension FrameSnapshot {
    /// The frame as an SVG picture of a terminal window.
    ///
    /// It embeds no font: each run of text is stretched to its columns, so that
    /// they line up in any monospaced font.
    public var svg: String {
        let margin = 14
        let bar = 36
        let width = size.width * SVGRow.cellWidth + 2 * margin
        let height = size.height * SVGRow.cellHeight + bar + margin
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\""
                + " width=\"\(width)\" height=\"\(height)\">",
            "<rect width=\"\(width)\" height=\"\(height)\" rx=\"10\" fill=\"#1E1F24\" stroke=\"#3A3C45\"/>",
            "<circle cx=\"20\" cy=\"18\" r=\"6\" fill=\"#FF5F57\"/>",
            "<circle cx=\"40\" cy=\"18\" r=\"6\" fill=\"#FEBC2E\"/>",
            "<circle cx=\"60\" cy=\"18\" r=\"6\" fill=\"#28C840\"/>",
            "<g transform=\"translate(\(margin) \(bar))\" \(SVGRow.font) shape-rendering=\"crispEdges\">",
        ]
        for y in 0..<size.height {
            let cells = row(y).map { SVGRow.Item(cell: $0, text: string(of: $0), style: style(of: $0)) }
            lines += SVGRow(cells: cells, y: y).elements
        }
        if let cursor, showsCursor, Rect(origin: .zero, size: size).contains(cursor) {
            let (x, y) = (cursor.x * SVGRow.cellWidth, cursor.y * SVGRow.cellHeight)
            lines.append(
                "<rect x=\"\(x)\" y=\"\(y)\" width=\"2\" height=\"\(SVGRow.cellHeight)\" fill=\"\(Color.white)\"/>"
            )
        }
        return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
    }
}
