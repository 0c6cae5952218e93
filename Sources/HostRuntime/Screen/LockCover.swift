/// The picture that hides a program while the screen is locked; it names the key that unlocks.
@MainActor struct LockCover {
    private var version: UInt64 = 0

    /// Returns a frame that shows the cover and no window.
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
        // No window has this id: ids are counted up from 1.
        return Frame(size: size, layers: [Layer(id: .max, frame: bounds, canvas: canvas, version: version)])
    }
}
