extension FrameSnapshot {
    /// The rows with escape sequences for colours and attributes, for `cat` in a terminal.
    ///
    /// The sequences are those of the display's colours: a terminal shows a
    /// snapshot of a display of 16 colours in its own theme.
    public var ansi: String {
        (0..<size.height).map { ansiLine($0) + "\n" }.joined()
    }

    /// The colours of a cell, or their indices, as the display has them.
    private struct Pen: Equatable {
        var foreground: UInt32
        var background: UInt32
        var attributes: TextAttributes
    }

    private func ansiLine(_ y: Int) -> String {
        var line = ""
        var current: Pen?
        for cell in row(y) where !cell.isTail {
            var pen = pen(of: cell)
            // A space has no foreground.
            if cell.isBlank, let current { pen.foreground = current.foreground }
            if pen != current {
                line += "\u{1B}[0\(codes(of: pen))m"
                current = pen
            }
            line += string(of: cell)
        }
        return line + "\u{1B}[0m"
    }

    private func pen(of cell: Cell) -> Pen {
        guard cell != .unknown else {
            return Pen(foreground: depth == .trueColor ? 0xFFFFFF : 15, background: 0, attributes: [])
        }
        return Pen(foreground: cell.foreground, background: cell.background, attributes: cell.attributes)
    }

    private func codes(of pen: Pen) -> String {
        var codes = ""
        let attributes: [(TextAttributes, String)] = [
            (.bold, ";1"), (.dim, ";2"), (.italic, ";3"), (.underline, ";4"), (.strikethrough, ";9"),
        ]
        for (attribute, code) in attributes where pen.attributes.contains(attribute) { codes += code }
        if depth == .monochrome, pen.attributes.contains(.reverse) { codes += ";7" }
        return codes + code(of: pen.foreground, base: 30) + code(of: pen.background, base: 40)
    }

    private func code(of color: UInt32, base: Int) -> String {
        switch depth {
        case .trueColor: ";\(base + 8);2;\(color >> 16 & 0xFF);\(color >> 8 & 0xFF);\(color & 0xFF)"
        case .indexed256: ";\(base + 8);5;\(color)"
        case .ansi16: ";\(Int(color) + (color < 8 ? base : base + 52))"
        case .monochrome: ""
        }
    }
}
