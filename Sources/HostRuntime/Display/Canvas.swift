/// A grid of character cells that a window or a view draws on.
///
/// A new canvas is see-through everywhere: what is not drawn on shows what
/// lies below the window. What is drawn outside is clipped. A wide glyph of
/// which only half is inside, or half of which is drawn over, leaves spaces:
/// no half glyph reaches a display.
public struct Canvas: Sendable {
    /// The columns and rows of the area that is drawn on.
    ///
    /// Inside of `withClip` it is that of the clipped area; parts of it may be
    /// out of sight.
    public private(set) var size: Size

    /// Whether only ASCII is drawn: other characters are replaced by similar ones of the same width.
    public let isASCII: Bool

    /// Whether colours are seen; without them text differs by its attributes alone.
    public let hasColors: Bool

    /// The size of the whole canvas.
    let fullSize: Size

    /// The cells of all rows, and a summary of each row.
    private(set) var cells: [Cell]
    private(set) var rows: [RowSummary]
    private(set) var pool = GraphemePool()

    /// Where the area's origin lies, and what of it is in sight, both on the whole canvas.
    private var origin = Point.zero
    private var clip: Rect

    /// Creates a canvas on which nothing is drawn yet.
    public init(size: Size, isASCII: Bool = false, hasColors: Bool = true) {
        self.size = size
        self.isASCII = isASCII
        self.hasColors = hasColors
        fullSize = size
        cells = [Cell](repeating: .hole, count: size.width * size.height)
        rows = [RowSummary](repeating: RowSummary(), count: size.height)
        clip = Rect(origin: .zero, size: size)
    }

    /// Draws on a part of the canvas as if it were the whole.
    ///
    /// The rectangle's origin becomes (0, 0), its size `size`, and nothing
    /// outside of it, or outside of the current area, can be drawn on. No cells
    /// are copied.
    public mutating func withClip<E: Error>(_ rect: Rect, _ body: (inout Canvas) throws(E) -> Void) throws(E) {
        let outer = (origin, clip, size)
        origin = origin + rect.origin
        size = rect.size
        clip = clip.intersection(Rect(origin: origin, size: size))
        defer { (origin, clip, size) = outer }
        try body(&self)
    }

    /// Fills a rectangle with a character.
    ///
    /// A wide character that does not fit into the last column leaves a space there.
    public mutating func fill(_ rect: Rect, style: Style, character: Character = " ") {
        let area = visible(rect)
        guard !area.isEmpty else { return }
        let glyph = drawn(character)
        let pen = Pen(style)
        if glyph.width == 1, !glyph.isUnsure, let background = pen.background,
            case .packed(let packed) = glyph.content
        {
            let cell = Cell(
                glyph: packed,
                width: 1,
                flags: [],
                foreground: pen.foreground,
                background: background,
                attributes: pen.attributes
            )
            for y in area.minY..<area.maxY { fillRow(y, area.minX..<area.maxX, with: cell) }
            return
        }
        let step = max(1, glyph.width)
        for y in area.minY..<area.maxY {
            // Columns count from the rectangle's own edge, so that clipping does not shift wide glyphs.
            let first = rect.minX &+ origin.x
            var x = first &+ (area.minX &- first) / step &* step
            while x < area.maxX {
                put(glyph, x: x, y: y, limit: min(area.maxX, first &+ rect.width), pen: pen)
                x += step
            }
        }
    }

    /// Makes a rectangle see-through again, as nothing had been drawn there.
    public mutating func clear(_ rect: Rect) {
        let area = visible(rect)
        guard !area.isEmpty else { return }
        for y in area.minY..<area.maxY {
            let columns = area.minX..<area.maxX
            splitWideGlyphs(aroundColumns: columns, y: y)
            let row = y * fullSize.width
            for x in columns { cells[row + x] = .hole }
            rows[y].uncover(columns)
        }
        if rows.allSatisfy({ $0.columns.isEmpty }) { pool.removeAll() }
    }

    /// Draws a text on one line, and returns how many columns it took.
    ///
    /// Any text is safe: control characters are not drawn (a line break or a
    /// tab becomes a space, others U+FFFD), and neither are characters that
    /// change the direction of text. Drawing ends after `maxWidth` columns or
    /// at the right edge of what can be seen; a wide glyph that does not fit
    /// there leaves a space.
    @discardableResult
    public mutating func draw(_ text: String, at point: Point, style: Style, maxWidth: Int? = nil) -> Int {
        let pen = Pen(style)
        let y = point.y &+ origin.y
        // Coordinates come from plugins: far outside is just as invisible as a little outside.
        let start = max(-Size.limit * 4, min(point.x &+ origin.x, Size.limit * 4))
        let isVisible = y >= clip.minY && y < clip.maxY
        let right = clip.maxX
        let end = maxWidth.map { start + max(0, min($0, Size.limit * 8)) } ?? Int.max
        var x = start
        for character in text {
            guard x < min(right, end) else { break }
            let glyph = drawn(character)
            guard glyph.width > 0 else { continue }
            if isVisible { put(glyph, x: x, y: y, limit: end, pen: pen) }
            x += glyph.width
        }
        return min(x, end) - start
    }

    /// Draws the outline of a rectangle; the inside stays as it is.
    public mutating func drawBox(_ rect: Rect, style: Style, border: BorderStyle = .single) {
        guard !rect.isEmpty else { return }
        let glyphs = border.glyphs
        let right = rect.maxX &- 1
        let bottom = rect.maxY &- 1
        let top = Rect(x: rect.minX, y: rect.minY, width: rect.width, height: 1)
        let left = Rect(x: rect.minX, y: rect.minY, width: 1, height: rect.height)
        if rect.height == 1 { return fill(top, style: style, character: glyphs.horizontal) }
        if rect.width == 1 { return fill(left, style: style, character: glyphs.vertical) }
        fill(top, style: style, character: glyphs.horizontal)
        fill(top.offset(by: Point(x: 0, y: rect.height - 1)), style: style, character: glyphs.horizontal)
        let side = Rect(x: rect.minX, y: rect.minY &+ 1, width: 1, height: rect.height - 2)
        fill(side, style: style, character: glyphs.vertical)
        fill(side.offset(by: Point(x: rect.width - 1, y: 0)), style: style, character: glyphs.vertical)
        let corners: [(Int, Int, Character)] = [
            (rect.minX, rect.minY, glyphs.topLeft), (right, rect.minY, glyphs.topRight),
            (right, bottom, glyphs.bottomRight), (rect.minX, bottom, glyphs.bottomLeft),
        ]
        for (x, y, corner) in corners {
            fill(Rect(x: x, y: y, width: 1, height: 1), style: style, character: corner)
        }
    }
}

// MARK: - Cells

extension Canvas {
    /// A style with the attribute `reverse` carried out.
    private struct Pen {
        var foreground: UInt32
        var background: UInt32?
        var attributes: TextAttributes

        init(_ style: Style) {
            attributes = style.attributes
            if style.attributes.contains(.reverse) {
                foreground = (style.background ?? style.foreground.contrasting).rgb
                background = style.foreground.rgb
            } else {
                foreground = style.foreground.rgb
                background = style.background?.rgb
            }
        }
    }

    /// The part of a rectangle of the current area that can be drawn on, on the whole canvas.
    private func visible(_ rect: Rect) -> Rect {
        rect.offset(by: origin).intersection(clip)
    }

    private func drawn(_ character: Character) -> Glyph {
        isASCII ? Glyph(asASCII: character) : Glyph(character)
    }

    /// Writes a glyph, which may be wide and partly outside of what can be drawn on.
    private mutating func put(_ glyph: Glyph, x: Int, y: Int, limit: Int, pen: Pen) {
        if glyph.width == 2 {
            if isASCII {
                // A wide glyph has no counterpart in ASCII: each of its columns gets the sign.
                put(glyph.narrowed, x: x, y: y, limit: limit, pen: pen)
                put(glyph.narrowed, x: x + 1, y: y, limit: limit, pen: pen)
                return
            }
            if x < clip.minX || x + 1 >= min(clip.maxX, limit) {
                put(Glyph(ascii: 0x20), x: x, y: y, limit: limit, pen: pen)
                put(Glyph(ascii: 0x20), x: x + 1, y: y, limit: limit, pen: pen)
                return
            }
        }
        guard glyph.width > 0, x >= clip.minX, x < min(clip.maxX, limit) else { return }
        let columns = x..<(x + glyph.width)
        splitWideGlyphs(aroundColumns: columns, y: y)
        let index = y * fullSize.width + x
        var flags: Cell.Flags = glyph.isUnsure ? .unsure : []
        var background = pen.background ?? 0
        if pen.background == nil {
            let below = cells[index]
            if below.isHole || below.flags.contains(.seeThrough) {
                flags.insert(.seeThrough)
                rows[y].flags.insert(.seeThrough)
            } else {
                background = below.background
            }
        }
        let packed: UInt32
        switch glyph.content {
        case .packed(let value):
            packed = value
        case .long(let string):
            // Cells that were drawn over leave their clusters behind.
            if pool.count > cells.count + 64 { pool.sweep(keeping: cells) }
            packed = pool.intern(string)
            flags.insert(.pooled)
            rows[y].flags.insert(.pooled)
        }
        let cell = Cell(
            glyph: packed,
            width: UInt8(glyph.width),
            flags: flags,
            foreground: pen.foreground,
            background: background,
            attributes: pen.attributes
        )
        cells[index] = cell
        rows[y].cover(columns)
        if glyph.isUnsure { rows[y].flags.insert(.unsure) }
        if glyph.width == 2 {
            cells[index + 1] = cell.tail
            rows[y].flags.insert(.wide)
        }
    }

    private mutating func fillRow(_ y: Int, _ columns: Range<Int>, with cell: Cell) {
        splitWideGlyphs(aroundColumns: columns, y: y)
        let row = y * fullSize.width
        cells.withUnsafeMutableBufferPointer { cells in
            cells[row + columns.lowerBound..<row + columns.upperBound].update(repeating: cell)
        }
        rows[y].coverOpaque(columns)
    }

    /// Turns into spaces the halves outside of the columns of glyphs that lie half in them.
    private mutating func splitWideGlyphs(aroundColumns columns: Range<Int>, y: Int) {
        guard rows[y].flags.contains(.wide) else { return }
        let row = y * fullSize.width
        if cells[row + columns.lowerBound].isTail { cells[row + columns.lowerBound - 1].makeBlank() }
        if cells[row + columns.upperBound - 1].isLead { cells[row + columns.upperBound].makeBlank() }
    }
}
