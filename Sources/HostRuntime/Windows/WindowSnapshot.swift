/// The cells that a window draws, without the windows below it.
public struct WindowSnapshot: Sendable {
    private let canvas: Canvas

    init(_ canvas: Canvas) {
        self.canvas = canvas
    }

    /// The columns and rows.
    public var size: Size { canvas.fullSize }

    /// Returns the character and style of a cell; nil where nothing is drawn, and outside.
    ///
    /// A style without a background shows that of the windows below. The right
    /// half of a wide character has an empty one.
    public func cell(at point: Point) -> (character: String, style: Style)? {
        guard Rect(origin: .zero, size: size).contains(point) else { return nil }
        let cell = canvas.cells[point.y * size.width + point.x]
        guard !cell.isHole else { return nil }
        let text =
            cell.isTail
            ? "" : cell.flags.contains(.pooled) ? canvas.pool[cell.glyph] : Glyph.unpack(cell.glyph)
        let style = Style(
            foreground: Color(cell.foreground),
            background: cell.flags.contains(.seeThrough) ? nil : Color(cell.background),
            attributes: cell.attributes.subtracting(.reverse)
        )
        return (text, style)
    }
}

extension Window {
    /// Draws the content on a canvas of its own.
    func snapshot(on traits: DisplayTraits) -> WindowSnapshot {
        var canvas = Canvas(size: frame.size, on: traits)
        withContent(.layout) { $0.layoutIfNeeded() }
        withContent(.draw) { $0.draw(in: &canvas) }
        return WindowSnapshot(canvas)
    }
}
