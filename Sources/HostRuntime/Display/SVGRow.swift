/// A row of cells as elements of an SVG picture, in which a cell is 9 units wide and 18 high.
struct SVGRow {
    static let cellWidth = 9
    static let cellHeight = 18

    /// The attributes of a group for the elements.
    ///
    /// A letter of DejaVu Sans Mono takes nine units at this size, so columns line
    /// up even in a renderer that ignores `textLength`.
    static let font =
        "font-size=\"14.95\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\""

    struct Item {
        let cell: Cell
        let text: String
        let style: Style
    }

    let cells: [Item]

    /// The number of rows above it.
    let y: Int

    /// The backgrounds, then the filled cells, then the text.
    var elements: [String] {
        let top = y * SVGRow.cellHeight
        var lines: [String] = []
        for run in runs(keepsOddApart: false, joinedBy: { $0.background == $1.background }) {
            guard let background = run.style.background else { continue }
            let place = Rect(
                x: run.x * SVGRow.cellWidth,
                y: top,
                width: run.columns * SVGRow.cellWidth,
                height: SVGRow.cellHeight
            )
            lines.append(box(place, background))
        }
        for block in blocks() {
            let place = Rect(
                x: block.x * SVGRow.cellWidth + block.part.minX,
                y: top + block.part.minY,
                width: block.part.width + (block.columns - 1) * SVGRow.cellWidth,
                height: block.part.height
            )
            lines.append(box(place, block.style.foreground, opacity(of: block.style.attributes)))
        }
        for run in runs(keepsOddApart: true, joinedBy: ==).compactMap(\.trimmed) {
            lines.append(
                "<text x=\"\(run.x * SVGRow.cellWidth)\" y=\"\(top + 14)\""
                    + " textLength=\"\(run.columns * SVGRow.cellWidth)\" lengthAdjust=\"spacingAndGlyphs\""
                    + " fill=\"\(run.style.foreground)\" xml:space=\"preserve\""
                    + decoration(of: run.style.attributes) + ">\(run.text.escapingXML)</text>"
            )
        }
        return lines
    }

    private func box(_ place: Rect, _ fill: Color, _ attributes: String = "") -> String {
        "<rect x=\"\(place.minX)\" y=\"\(place.minY)\" width=\"\(place.width)\" height=\"\(place.height)\""
            + " fill=\"\(fill)\"\(attributes)/>"
    }

    /// Neighboring cells that are filled wholly or by half, between which a font's glyphs would leave gaps.
    private struct Block {
        var x: Int
        var columns: Int
        /// The filled part of a cell of 9 by 18 units.
        var part: Rect
        var style: Style
    }

    private func blocks() -> [Block] {
        var blocks: [Block] = []
        for (x, item) in cells.enumerated() {
            guard let part = SVGRow.blocks[item.text] else { continue }
            if let last = blocks.last, last.x + last.columns == x, last.part == part, last.style == item.style,
                part.width == SVGRow.cellWidth
            {
                blocks[blocks.count - 1].columns += 1
            } else {
                blocks.append(Block(x: x, columns: 1, part: part, style: item.style))
            }
        }
        return blocks
    }

    private static let blocks = [
        "█": Rect(x: 0, y: 0, width: 9, height: 18),
        "▀": Rect(x: 0, y: 0, width: 9, height: 9),
        "▄": Rect(x: 0, y: 9, width: 9, height: 9),
        "▌": Rect(x: 0, y: 0, width: 5, height: 18),
        "▐": Rect(x: 4, y: 0, width: 5, height: 18),
    ]

    /// Neighboring cells that are drawn as one element.
    private struct Run {
        var x: Int
        var columns: Int
        var text: String
        var style: Style

        /// Whether another text goes on with the run's last character.
        func isJoined(by next: String) -> Bool { (text + next).count == text.count }

        /// The run without the spaces at its end; nil if nothing visible is left.
        var trimmed: Run? {
            guard style.attributes.isDisjoint(with: .visibleOnBlank) else { return self }
            let end = text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
            guard end > text.startIndex else { return nil }
            var run = self
            run.columns -= text[end...].count
            run.text = String(text[..<end])
            return run
        }
    }

    /// Cuts a row into runs of one style; optionally, characters whose width may differ from a letter's stand alone.
    private func runs(keepsOddApart: Bool, joinedBy areAlike: (Style, Style) -> Bool) -> [Run] {
        var runs: [Run] = []
        var isOpen = false
        for (x, item) in cells.enumerated() {
            let cell = item.cell
            if cell.isTail && !runs.isEmpty {
                runs[runs.count - 1].columns += 1
                continue
            }
            var style = item.style
            // A space has no foreground.
            if cell.isBlank, let last = runs.last { style.foreground = last.style.foreground }
            let isPlain = !keepsOddApart || !(cell.isLead || cell.flags.contains(.unsure))
            let text = SVGRow.blocks[item.text] == nil ? item.text : " "
            // A character may have several glyphs.
            let goesOn = isOpen ? isPlain : runs.last?.isJoined(by: text) ?? false
            if goesOn, let last = runs.last, areAlike(last.style, style) {
                runs[runs.count - 1].columns += 1
                runs[runs.count - 1].text += text
            } else {
                runs.append(Run(x: x, columns: 1, text: text, style: style))
            }
            isOpen = isPlain
        }
        return runs
    }

    private func decoration(of attributes: TextAttributes) -> String {
        var result = ""
        if attributes.contains(.bold) { result += " font-weight=\"bold\"" }
        result += opacity(of: attributes)
        if attributes.contains(.italic) { result += " font-style=\"italic\"" }
        var lines: [String] = []
        if attributes.contains(.underline) { lines.append("underline") }
        if attributes.contains(.strikethrough) { lines.append("line-through") }
        if !lines.isEmpty { result += " text-decoration=\"\(lines.joined(separator: " "))\"" }
        return result
    }

    private func opacity(of attributes: TextAttributes) -> String {
        attributes.contains(.dim) ? " opacity=\"0.6\"" : ""
    }
}

extension String {
    /// The text with escapes for what XML takes as markup, and `\u{FFFD}` for what it can't represent.
    var escapingXML: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case ..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
