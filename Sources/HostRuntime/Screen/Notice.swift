/// A text at the foot of the screen for a few seconds.
///
/// It's above the program's own windows and below those of a higher level. It's no
/// window: it takes no keys and no touches.
struct Notice: Hashable, Sendable {
    let text: String
    var isError = false

    /// The time in which the text is read.
    var duration: Duration { .seconds(max(3, text.prefix(150).count / 15)) }

    /// Returns the picture for a screen; nil if there is no room for it.
    func layer(on traits: DisplayTraits, version: UInt64) -> Layer? {
        let screen = traits.size
        let margin = screen.width < 30 ? 0 : 2
        let width = max(1, screen.width - margin - 2)
        let room = min(3, screen.height / 4)
        var lines = TextWidth.wrap(String(text.prefix(1_000)), to: width)
        guard room > 0 else { return nil }
        // The last line shows that there is more.
        if lines.count > room { lines[(room - 1)...] = [lines[(room - 1)...].joined(separator: " ")] }
        let frame = Rect(x: 0, y: screen.height - lines.count, width: screen.width, height: lines.count)
        var canvas = Canvas(size: frame.size, on: traits)
        canvas.fill(Rect(origin: .zero, size: frame.size), style: Theme.panel)
        let sign = Style(foreground: isError ? Theme.danger : Theme.good, attributes: .bold)
        canvas.draw(isError ? "✕" : "✓", at: Point(x: margin, y: 0), style: sign)
        for (y, line) in lines.enumerated() {
            canvas.draw(TextWidth.truncate(line, to: width), at: Point(x: margin + 2, y: y), style: Theme.title)
        }
        // No window has this id: ids are counted up from 1.
        return Layer(id: 0, frame: frame, canvas: canvas, version: version)
    }
}
