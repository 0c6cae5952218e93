import HostRuntime

/// Text in lines about the selected thing: headings, names with values, and sentences.
final class DetailView: View {
    /// A line, or several where it's wrapped.
    struct Line: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case heading
            case field(name: String)
            case text
        }

        let kind: Kind
        let text: String
        var color: Color?

        /// The heading of the lines below it.
        static func heading(_ text: String) -> Line { Line(kind: .heading, text: text) }

        /// A name and its value, which line up with those around them.
        static func field(_ name: String, _ value: String, _ color: Color? = nil) -> Line {
            Line(kind: .field(name: name), text: value, color: color)
        }

        /// A sentence.
        static func text(_ text: String, _ color: Color? = nil) -> Line {
            Line(kind: .text, text: text, color: color)
        }
    }

    var lines: [Line] = [] {
        didSet {
            guard lines != oldValue else { return }
            rows = nil
            if lines.first != oldValue.first { position = ScrollPosition() }
            setNeedsDisplay()
        }
    }

    private struct Row {
        let x: Int
        let text: String
        let style: Style
        var name: String?
    }

    private var rows: (width: Int, rows: [Row])?
    private var position = ScrollPosition()

    /// Returns the number of rows at a width.
    func preferredHeight(width: Int) -> Int { laidOut(width).count }

    /// Whether not all lines are in sight.
    var isScrollable: Bool { !frame.isEmpty && laidOut(textWidth).count > bounds.height }

    private func laidOut(_ width: Int) -> [Row] {
        if let rows, rows.width == width { return rows.rows }
        let names = lines.map { line in
            if case .field(let name) = line.kind { TextWidth.width(of: name) } else { 0 }
        }
        let indent = min((names.max() ?? 0) + 2, max(4, width / 3))
        var laidOut: [Row] = []
        for line in lines {
            switch line.kind {
            case .heading:
                laidOut.append(Row(x: 0, text: line.text, style: Styles.title))
            case .text:
                let style = Style(foreground: line.color ?? Styles.page.foreground, background: Styles.page.background)
                laidOut += TextWidth.wrap(line.text, to: max(1, width)).map { Row(x: 0, text: $0, style: style) }
            case .field(let name):
                let style = Style(foreground: line.color ?? Styles.page.foreground, background: Styles.page.background)
                let values = TextWidth.wrap(line.text, to: max(1, width - indent))
                for (index, value) in values.enumerated() {
                    laidOut.append(Row(x: indent, text: value, style: style, name: index == 0 ? name : nil))
                }
            }
        }
        rows = (width, laidOut)
        return laidOut
    }

    override func scroll(by rows: Int) -> Bool {
        position.resize(count: laidOut(textWidth).count, height: bounds.height)
        guard position.scroll(by: rows) else { return false }
        setNeedsDisplay()
        return true
    }

    private var textWidth: Int { max(1, bounds.width - 3) }

    override func draw(in canvas: inout Canvas) {
        let rows = laidOut(textWidth)
        position.resize(count: rows.count, height: bounds.height)
        for (y, row) in rows[position.visible].enumerated() {
            if let name = row.name {
                let shown = TextWidth.truncate(name, to: max(0, row.x - 1))
                canvas.draw(shown, at: Point(x: 1, y: y), style: Styles.quiet)
            }
            let shown = TextWidth.truncate(row.text, to: max(0, bounds.width - 2 - row.x))
            canvas.draw(shown, at: Point(x: 1 + row.x, y: y), style: row.style)
        }
        position.drawArrows(in: &canvas, bounds: bounds, style: Styles.accent)
    }
}
