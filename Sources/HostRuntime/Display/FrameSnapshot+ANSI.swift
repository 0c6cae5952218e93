extension FrameSnapshot {
    /// The rows with escape sequences for colours and attributes, as `cat` can show them in a terminal.
    public var ansi: String {
        (0..<size.height).map { ansiLine($0) + "\n" }.joined()
    }

    private func ansiLine(_ y: Int) -> String {
        var line = ""
        var current: Style?
        for cell in row(y) where !cell.isTail {
            var style = self.style(of: cell)
            // A space has no foreground of its own.
            if cell.isBlank, let current { style.foreground = current.foreground }
            if style != current {
                line += "\u{1B}[0\(codes(of: style))m"
                current = style
            }
            line += string(of: cell)
        }
        return line + "\u{1B}[0m"
    }

    private func codes(of style: Style) -> String {
        var codes = ""
        let attributes: [(TextAttributes, String)] = [
            (.bold, ";1"), (.dim, ";2"), (.italic, ";3"), (.underline, ";4"), (.strikethrough, ";9"),
        ]
        for (attribute, code) in attributes where style.attributes.contains(attribute) { codes += code }
        if depth == .monochrome {
            return style.attributes.contains(.reverse) ? codes + ";7" : codes
        }
        codes += ";38;2;\(style.foreground.red);\(style.foreground.green);\(style.foreground.blue)"
        if let background = style.background {
            codes += ";48;2;\(background.red);\(background.green);\(background.blue)"
        }
        return codes
    }
}
