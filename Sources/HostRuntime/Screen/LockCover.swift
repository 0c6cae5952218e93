/// What is seen of a program while the screen is locked: that it is, and the key that unlocks it.
@MainActor struct LockCover {
    private var version: UInt64 = 0

    /// Returns the frame that stands in for the windows, none of which is on it.
    mutating func frame(size: Size, isASCII: Bool, key: KeyEvent?) -> Frame {
        version += 1
        var canvas = Canvas(size: size, isASCII: isASCII)
        let bounds = Rect(origin: .zero, size: size)
        canvas.fill(bounds, style: Theme.page)
        let parts = [("locked", Theme.title)] + (key.map { [(" · \($0) unlocks", Theme.quiet)] } ?? [])
        var x = max(0, size.width - parts.map { TextWidth.width(of: $0.0) }.reduce(0, +)) / 2
        for (text, style) in parts {
            let shown = TextWidth.truncate(text, to: max(0, size.width - x))
            x += canvas.draw(shown, at: Point(x: x, y: max(0, size.height - 1) / 2), style: style)
        }
        // No window has this number: they are counted from the beginning.
        return Frame(size: size, layers: [Layer(id: .max, frame: bounds, canvas: canvas, version: version)])
    }
}
