extension FrameSnapshot {
    /// The frame as an SVG picture of a terminal window.
    ///
    /// It embeds no font: each run of text is stretched to its columns, so that
    /// they line up in any monospaced font.
    public var svg: String {
        // A letter of DejaVu Sans Mono takes nine units at a size of 14.95, so
        // columns line up even in a renderer that ignores textLength.
        let cellWidth = 9
        let cellHeight = 18
        let margin = 14
        let bar = 36
        let width = size.width * cellWidth + 2 * margin
        let height = size.height * cellHeight + bar + margin
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\""
                + " width=\"\(width)\" height=\"\(height)\">",
            "<rect width=\"\(width)\" height=\"\(height)\" rx=\"10\" fill=\"#1E1F24\" stroke=\"#3A3C45\"/>",
            "<circle cx=\"20\" cy=\"18\" r=\"6\" fill=\"#FF5F57\"/>",
            "<circle cx=\"40\" cy=\"18\" r=\"6\" fill=\"#FEBC2E\"/>",
            "<circle cx=\"60\" cy=\"18\" r=\"6\" fill=\"#28C840\"/>",
            "<g transform=\"translate(\(margin) \(bar))\" font-size=\"14.95\""
                + " font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\""
                + " shape-rendering=\"crispEdges\">",
        ]
        for y in 0..<size.height {
            for run in runs(y, keepsOddApart: false, joinedBy: { $0.background == $1.background }) {
                guard let background = run.style.background else { continue }
                let width = run.columns * cellWidth
                lines.append(box(run.x * cellWidth, y * cellHeight, width, cellHeight, background))
            }
            for block in blocks(y) {
                let place = block.part.offset(by: Point(x: block.x * cellWidth, y: y * cellHeight))
                let width = place.width + (block.columns - 1) * cellWidth
                let color = block.style.foreground
                let opacity = opacity(of: block.style.attributes)
                lines.append(box(place.minX, place.minY, width, place.height, color, opacity))
            }
            for run in runs(y, keepsOddApart: true, joinedBy: ==).compactMap(\.trimmed) {
                lines.append(
                    "<text x=\"\(run.x * cellWidth)\" y=\"\(y * cellHeight + 14)\""
                        + " textLength=\"\(run.columns * cellWidth)\" lengthAdjust=\"spacingAndGlyphs\""
                        + " fill=\"\(run.style.foreground)\" xml:space=\"preserve\""
                        + decoration(of: run.style.attributes) + ">\(escaped(run.text))</text>"
                )
            }
        }
        if let cursor, Rect(origin: .zero, size: size).contains(cursor) {
            lines.append(box(cursor.x * cellWidth, cursor.y * cellHeight, 2, cellHeight, .white))
        }
        return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
    }

    private func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ fill: Color, _ more: String = "") -> String {
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"\(fill)\"\(more)/>"
    }

    /// Neighboring cells that are filled wholly or by half, between which a font's glyphs would leave gaps.
    private struct Block {
        var x: Int
        var columns: Int
        /// The filled part of a cell of 9 by 18 units.
        var part: Rect
        var style: Style
    }

    private func blocks(_ y: Int) -> [Block] {
        var blocks: [Block] = []
        for (x, cell) in row(y).enumerated() {
            guard let part = blockPart(of: cell) else { continue }
            let style = style(of: cell)
            if let last = blocks.last, last.x + last.columns == x, last.part == part, last.style == style,
                part.width == 9
            {
                blocks[blocks.count - 1].columns += 1
            } else {
                blocks.append(Block(x: x, columns: 1, part: part, style: style))
            }
        }
        return blocks
    }

    private func blockPart(of cell: Cell) -> Rect? {
        guard cell != .unknown, !cell.flags.contains(.pooled) else { return nil }
        return switch Glyph.unpack(cell.glyph) {
        case "█": Rect(x: 0, y: 0, width: 9, height: 18)
        case "▀": Rect(x: 0, y: 0, width: 9, height: 9)
        case "▄": Rect(x: 0, y: 9, width: 9, height: 9)
        case "▌": Rect(x: 0, y: 0, width: 5, height: 18)
        case "▐": Rect(x: 4, y: 0, width: 5, height: 18)
        default: nil
        }
    }

    /// Neighboring cells that are drawn as one element.
    private struct Run {
        var x: Int
        var columns: Int
        var text: String
        var style: Style

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

    /// Cuts a row into runs of one style; optionally, glyphs whose width may differ from a letter's stand alone.
    private func runs(_ y: Int, keepsOddApart: Bool, joinedBy areAlike: (Style, Style) -> Bool) -> [Run] {
        var runs: [Run] = []
        var isOpen = false
        for (x, cell) in row(y).enumerated() {
            if cell.isTail && !runs.isEmpty {
                runs[runs.count - 1].columns += 1
                continue
            }
            var style = self.style(of: cell)
            // A space has no foreground.
            if cell.isBlank, let last = runs.last { style.foreground = last.style.foreground }
            let isPlain = !keepsOddApart || !(cell.isLead || cell.flags.contains(.unsure))
            let text = blockPart(of: cell) == nil ? string(of: cell) : " "
            if isOpen && isPlain, let last = runs.last, areAlike(last.style, style) {
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

    private func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // XML can't represent these two.
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
