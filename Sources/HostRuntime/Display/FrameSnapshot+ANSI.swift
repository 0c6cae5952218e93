extension FrameSnapshot {
    /// The rows with escape sequences for colors and attributes, for `cat` in a terminal.
    ///
    /// The sequences are those of the display's colors: a terminal shows a
    /// snapshot of a display of 16 colors in its own theme.
    var ansi: String {
        var output = OutputBuffer()
        output.reserve(8)
        output.append("\u{1B}[0m")
        for y in 0..<size.height {
            var pen = TerminalPen()
            for cell in row(y) where !cell.isTail {
                let text = string(of: cell)
                let cell = cell == .unknown ? Cell(blankOn: 0) : cell
                let foreground = cell.isBlank ? RunList.anyForeground : cell.foreground
                output.reserve(64 + text.utf8.count)
                pen.set(back: cell.back & Cell.penMask, foreground: foreground, depth: depth, output: &output)
                output.append(text: text)
            }
            output.reserve(8)
            output.append("\u{1B}[0m\n")
        }
        return String(decoding: UnsafeBufferPointer(start: output.bytes, count: output.count), as: UTF8.self)
    }
}
