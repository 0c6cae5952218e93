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
            lines += SVGRow(cells: cells, origin: Point(x: 0, y: y)).elements
        }
        if let cursor, Rect(origin: .zero, size: size).contains(cursor) {
            let (x, y) = (cursor.x * SVGRow.cellWidth, cursor.y * SVGRow.cellHeight)
            lines.append(
                "<rect x=\"\(x)\" y=\"\(y)\" width=\"2\" height=\"\(SVGRow.cellHeight)\" fill=\"\(Color.white)\"/>"
            )
        }
        return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
    }
}
