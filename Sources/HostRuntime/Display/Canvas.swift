/// A grid of character cells on which a window or a view draws.
///
/// A new canvas is see-through: cells that aren't drawn on show what lies below
/// the window. Drawing outside is clipped. A wide glyph that is half outside,
/// or half drawn over, leaves spaces, so no half glyph reaches a display.
public struct Canvas: Sendable {
    /// The size of the area that is drawn on.
    ///
    /// Inside `withClip` it is the size of the clipped area, parts of which may
    /// be out of sight.
    public private(set) var size: Size

    /// The display for which is drawn.
    let traits: DisplayTraits

    /// Whether only ASCII is drawn; other characters are replaced by similar ones of the same width.
    public var isASCII: Bool { traits.isASCII }

    /// The size of the whole canvas.
    let fullSize: Size

    /// The cells of all rows, and a summary of each row.
    private(set) var cells: [Cell]
    private(set) var rows: [RowSummary]
    private(set) var pool = GraphemePool()

    /// The origin of the area and its visible part, both on the whole canvas.
    private var origin = Point.zero
    private var clip: Rect

    /// Creates an empty canvas.
    init(size: Size, on traits: DisplayTraits? = nil) {
        self.size = size
        self.traits = traits ?? DisplayTraits(size: size)
        fullSize = size
        cells = [Cell](repeating: .hole, count: size.width * size.height)
        rows = [RowSummary](repeating: RowSummary(), count: size.height)
        clip = Rect(origin: .zero, size: size)
    }

    /// Draws on a part of the canvas as if it were the whole.
    ///
    /// The rectangle's origin becomes (0, 0) and its size `size`. Drawing outside
    /// it, or outside the current area, is clipped. No cells are copied.
    ///
    /// If the closure puts in place a canvas that was made for another size or
    /// display, an empty one takes its place.
    public mutating func withClip<E: Error>(_ rect: Rect, _ body: (inout Canvas) throws(E) -> Void) throws(E) {
        let (area, kind) = ((origin, clip, size), (fullSize, traits))
        origin = origin + rect.origin
        size = rect.size
        clip = clip.intersection(Rect(origin: origin, size: size))
        defer {
            // The area lies on cells of this size, and could reach beyond those of another canvas.
            if kind != (fullSize, traits) {
                self = Canvas(size: kind.0, on: kind.1)
            }
            (origin, clip, size) = area
        }
        try body(&self)
    }

    /// Fills a rectangle with a character.
    ///
    /// A wide character that doesn't fit into the last column leaves a space
    /// there.
    public mutating func fill(_ rect: Rect, style: Style, character: Character = " ") {
        let area = visible(rect)
        guard !area.isEmpty else { return }
        let glyph = drawn(Glyph(character))
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
            // Columns count from the rectangle's edge, so that clipping doesn't shift wide glyphs.
            let first = rect.minX &+ origin.x
            var x = first &+ (area.minX &- first) / step &* step
            while x < area.maxX {
                put(glyph, x: x, y: y, limit: min(area.maxX, first &+ rect.width), pen: pen)
                x += step
            }
        }
    }

    /// Makes a rectangle see-through again, as if nothing had been drawn there.
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

    /// Draws text on one line, and returns the number of columns used.
    ///
    /// Any text is safe. A line break or a tab is drawn as a space and any other
    /// control character as U+FFFD; characters that change the direction of text
    /// are left out. Drawing ends after `maxWidth` columns or at the right edge
    /// of the visible area; a wide glyph that doesn't fit there leaves a space.
    @discardableResult
    public mutating func draw(_ text: String, at point: Point, style: Style, maxWidth: Int? = nil) -> Int {
        let pen = Pen(style)
        let y = point.y &+ origin.y
        // Coordinates come from plugins and may lie far outside; clamped, they can't overflow.
        let start = max(-Size.limit * 4, min(point.x &+ origin.x, Size.limit * 4))
        let isVisible = y >= clip.minY && y < clip.maxY
        let right = clip.maxX
        let end = maxWidth.map { start + max(0, min($0, Size.limit * 8)) } ?? Int.max
        var x = start
        for character in text {
            guard x < min(right, end) else { break }
            Glyph.forEach(in: character) { glyph in
                if isVisible { put(drawn(glyph), x: x, y: y, limit: end, pen: pen) }
                x += glyph.width
            }
        }
        return min(x, end) - start
    }

    /// Draws the outline of a rectangle, thin and with round corners, and leaves its inside as it is.
    public mutating func drawBox(_ rect: Rect, style: Style) {
        guard !rect.isEmpty else { return }
        let (width, height) = (rect.width, rect.height)
        let (right, bottom) = (width - 1, height - 1)
        let parts: [(x: Int, y: Int, width: Int, height: Int, character: Character)] =
            if height == 1 {
                [(0, 0, width, 1, "─")]
            } else if width == 1 {
                [(0, 0, 1, height, "│")]
            } else {
                [
                    (0, 0, width, 1, "─"), (0, bottom, width, 1, "─"),
                    (0, 1, 1, height - 2, "│"), (right, 1, 1, height - 2, "│"),
                    (0, 0, 1, 1, "╭"), (right, 0, 1, 1, "╮"), (right, bottom, 1, 1, "╯"), (0, bottom, 1, 1, "╰"),
                ]
            }
        for part in parts {
            let place = Rect(x: part.x, y: part.y, width: part.width, height: part.height)
            fill(place.offset(by: rect.origin), style: style, character: part.character)
        }
    }
}

// MARK: - Cells

extension Canvas {
    /// A style with the attribute `reverse` applied.
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

    /// Returns the visible part of a rectangle of the current area, on the whole canvas.
    private func visible(_ rect: Rect) -> Rect {
        rect.offset(by: origin).intersection(clip)
    }

    private func drawn(_ glyph: Glyph) -> Glyph { isASCII ? glyph.inASCII : glyph }

    /// Draws a glyph, which may be wide and partly outside what can be drawn on.
    private mutating func put(_ glyph: Glyph, x: Int, y: Int, limit: Int, pen: Pen) {
        let end = min(clip.maxX, limit)
        if glyph.width == 2, isASCII || x < clip.minX || x + 1 >= end {
            // Half a wide glyph is a space. In ASCII, both columns get the replacement.
            var half = isASCII ? glyph : Glyph(ascii: 0x20)
            half.width = 1
            put(half, x: x, y: y, limit: limit, pen: pen)
            put(half, x: x + 1, y: y, limit: limit, pen: pen)
            return
        }
        guard glyph.width > 0, x >= clip.minX, x < end else { return }
        let columns = x..<(x + glyph.width)
        splitWideGlyphs(aroundColumns: columns, y: y)
        let index = y * fullSize.width + x
        let cell = cell(of: glyph, over: cells[index], row: y, pen: pen)
        cells[index] = cell
        rows[y].cover(columns)
        if glyph.width == 2 {
            cells[index + 1] = cell.tail
            rows[y].flags.insert(.wide)
        }
    }

    /// Makes the cell of a glyph, and marks its row with what the cell needs when it is composed.
    @inline(__always)
    private mutating func cell(of glyph: Glyph, over below: Cell, row y: Int, pen: Pen) -> Cell {
        var flags: Cell.Flags = []
        if glyph.isUnsure {
            flags.insert(.unsure)
            rows[y].flags.insert(.unsure)
        }
        var background = pen.background ?? 0
        if pen.background == nil {
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
        return Cell(
            glyph: packed,
            width: UInt8(glyph.width),
            flags: flags,
            foreground: pen.foreground,
            background: background,
            attributes: pen.attributes
        )
    }

    private mutating func fillRow(_ y: Int, _ columns: Range<Int>, with cell: Cell) {
        splitWideGlyphs(aroundColumns: columns, y: y)
        let row = y * fullSize.width
        cells.withUnsafeMutableBufferPointer { cells in
            cells[row + columns.lowerBound..<row + columns.upperBound].update(repeating: cell)
        }
        rows[y].coverOpaque(columns)
    }

    /// Blanks the outer halves of wide glyphs that lie half in the columns.
    private mutating func splitWideGlyphs(aroundColumns columns: Range<Int>, y: Int) {
        guard rows[y].flags.contains(.wide) else { return }
        let row = y * fullSize.width
        if cells[row + columns.lowerBound].isTail { cells[row + columns.lowerBound - 1].makeBlank() }
        if cells[row + columns.upperBound - 1].isLead { cells[row + columns.upperBound].makeBlank() }
    }
}
