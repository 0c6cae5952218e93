/// A compositor of frames, which turns what changed since the last one into bytes for a terminal.
///
/// It finds out what moved, was redrawn, came, went or changed places, and
/// composes only the ranges of rows in which that can be seen. It is a value
/// without a clock or file descriptor: the caller passes the sink for the
/// bytes.
struct Compositor: ~Copyable {
    let depth: ColorDepth

    /// Whether the terminal is asked to show each frame in one piece; only for terminals that can.
    var usesSynchronizedOutput: Bool

    /// Whether the terminal draws characters of ambiguous width in two cells.
    var widensAmbiguous = false

    /// The cells that the terminal shows; `Cell.unknown` where that isn't known.
    private var grid: CellGrid
    private var pool = GraphemePool()
    private var writer: TerminalWriter
    private var damage: DamageMap
    private var runs = RunList()
    private var composer: RowComposer
    private var history = LayerHistory()
    private var cursor: Point?
    private var showsCursor = false
    private var isInvalid = true
    private var wideRows: [Bool]
    private var statistics = FrameStatistics()

    init(size: Size, depth: ColorDepth, usesSynchronizedOutput: Bool = false) {
        self.depth = depth
        self.usesSynchronizedOutput = usesSynchronizedOutput
        grid = CellGrid(size: size, repeating: .unknown)
        writer = TerminalWriter(depth: depth)
        damage = DamageMap(size: size)
        composer = RowComposer(width: size.width, depth: depth)
        wideRows = [Bool](repeating: false, count: size.height)
    }

    /// Makes the next frame clear the screen and repaint everything.
    ///
    /// Called after a resize or a suspension, when something else has drawn on
    /// the screen.
    mutating func invalidate() {
        isInvalid = true
    }

    /// Returns what the terminal shows after the frames so far.
    func snapshot() -> FrameSnapshot {
        FrameSnapshot(
            size: grid.size,
            cells: Array(grid.cells),
            pool: pool,
            depth: depth,
            cursor: cursor,
            showsCursor: showsCursor
        )
    }

    /// Renders a frame; passes all bytes to the sink at once, or doesn't call it if nothing changed.
    mutating func render(_ frame: borrowing Frame, into sink: (UnsafeRawBufferPointer) -> Void) -> FrameStatistics {
        let newCursor = visibleCursor(of: frame)
        let showsCursor = newCursor != nil && frame.showsCursor
        let isCursorSame = newCursor == cursor && showsCursor == self.showsCursor
        if !isInvalid && isCursorSame && frame.size == grid.size && history.shows(frame) { return FrameStatistics() }
        statistics = FrameStatistics()
        if usesSynchronizedOutput { writer.append("\u{1B}[?2026h") }
        let empty = writer.output.count
        prepare(for: frame)
        if pool.count > grid.cells.count + 1024 { pool.sweep(keeping: grid.cells) }
        composeDamage(of: frame)
        if !runs.isEmpty { flushRuns() }
        // After the cells: a screen reader says what it finds at the cursor.
        if !showsCursor { writer.hideCursor() }
        if let newCursor, !isCursorSame || writer.output.count > empty { writer.moveCursor(to: newCursor) }
        if showsCursor { writer.showCursor() }
        (cursor, self.showsCursor) = (newCursor, showsCursor)
        if writer.output.count > empty {
            if usesSynchronizedOutput { writer.append("\u{1B}[?2026l") }
            statistics.bytes = writer.output.count
            statistics.writes = 1
            sink(UnsafeRawBufferPointer(start: writer.output.bytes, count: writer.output.count))
        }
        writer.removeAll()
        return statistics
    }

    private func visibleCursor(of frame: borrowing Frame) -> Point? {
        guard let point = frame.cursor, Rect(origin: .zero, size: frame.size).contains(point) else { return nil }
        return point
    }
}

// MARK: - Damage

extension Compositor {
    /// Collects the cells that have to be composed.
    private mutating func prepare(for frame: borrowing Frame) {
        damage.removeAll()
        if isInvalid || frame.size != grid.size {
            if frame.size != grid.size {
                damage = DamageMap(size: frame.size)
                composer = RowComposer(width: frame.size.width, depth: depth)
            }
            grid = CellGrid(size: frame.size, repeating: .unknown)
            wideRows = [Bool](repeating: false, count: frame.size.height)
            pool.removeAll()
            writer.reset()
            isInvalid = false
            damage.addEverything()
        }
        history.replace(with: frame, addingChangesTo: &damage)
    }
}

// MARK: - Composing

extension Compositor {
    private mutating func composeDamage(of frame: borrowing Frame) {
        guard !damage.rows.isEmpty else { return }
        composer.begin(frame, rows: damage.rows)
        for y in damage.rows where damage.count(inRow: y) > 0 {
            composer.beginRow(y)
            let hasWide = wideRows[y] || composer.rowFlags.contains(.wide)
            let hasUnsure = widensAmbiguous || composer.rowFlags.contains(.unsure)
            if hasWide { damage.widen(row: y) }
            // Such a glyph may have drawn over anything to its right.
            if hasUnsure { damage.add(0..<grid.size.width, row: y) }
            for index in 0..<damage.count(inRow: y) {
                let columns = damage.range(index, inRow: y)
                statistics.cellsDamaged += columns.count
                if depth != .trueColor || hasWide || hasUnsure {
                    composePainted(frame, y, columns, hasWide: hasWide, hasUnsure: hasUnsure)
                } else if composer.isPlain(columns) {
                    composeSegments(frame, composer.row.count, y, columns)
                } else {
                    var x = columns.lowerBound
                    while x < columns.upperBound {
                        let stretch = composer.stretch(from: x, to: columns.upperBound)
                        if stretch.isPlain {
                            composeSegments(frame, composer.row.count, y, x..<stretch.end)
                        } else {
                            composePainted(frame, y, x..<stretch.end, hasWide: false, hasUnsure: false)
                        }
                        x = stretch.end
                    }
                }
            }
            // Checked, not just remembered: the last wide glyph of the row may be gone.
            if hasWide { wideRows[y] = grid.row(y).contains(where: \.isLead) }
        }
    }

    /// Composes layers on the scratch row, back to front, and compares it with what the terminal shows.
    private mutating func composePainted(
        _ frame: borrowing Frame,
        _ y: Int,
        _ columns: Range<Int>,
        hasWide: Bool,
        hasUnsure: Bool
    ) {
        composer.compose(columns, of: frame, hasWide: hasWide, pool: &pool)
        if hasUnsure { writeUnsure(y) }
        storeChanges(from: UnsafeBufferPointer(rebasing: composer.scratch.values[columns]).span, y, columns)
    }

    /// Writes the changed glyphs of a row on whose width terminals disagree, before other changes.
    ///
    /// A terminal may draw such a glyph over the columns to its right. Those
    /// columns count as unknown, and are written after it.
    private mutating func writeUnsure(_ y: Int) {
        let shown = grid.row(y)
        for x in shown.indices {
            let cell = composer.scratch[x]
            // Of ASCII alone every terminal has the same idea.
            let isUnsure = cell.flags.contains(.unsure) || widensAmbiguous && cell.glyph > 0x7F
            guard isUnsure, !cell.isTail, cell != shown[x] else { continue }
            var text = cell.flags.contains(.pooled) ? pool[cell.glyph] : Glyph.unpack(cell.glyph)
            // Such a terminal blanks it when it gets what is beside it: it shows what resembles it in ASCII.
            if widensAmbiguous, cell.width == 1, !cell.isHalfBlock, let ascii = text.first.flatMap(Glyph.ascii(for:)) {
                text = Glyph.unpack(UInt32(ascii))
            }
            let end = x + Int(cell.width)
            if !usesSynchronizedOutput { writer.hideCursor() }
            writer.writeUnsure(text, of: cell, at: Point(x: x, y: y), isLast: end == shown.count)
            for column in x..<end { shown[column] = composer.scratch[column] }
            for column in end..<max(end, min(shown.count, x + Glyph.mostColumns(of: text))) { shown[column] = .unknown }
            statistics.cellsEmitted += end - x
        }
    }

    /// Compares the lowest opaque layers, front to back, directly with what the terminal shows.
    ///
    /// It visits each cell once.
    private mutating func composeSegments(
        _ frame: borrowing Frame,
        _ count: Int,
        _ y: Int,
        _ columns: Range<Int>
    ) {
        var start = columns.lowerBound
        var index = count
        while index > 0 && start < columns.upperBound {
            index &-= 1
            let layer = composer.row[index]
            let lower = max(start, layer.lower)
            let upper = min(columns.upperBound, layer.upper)
            guard lower < upper else { continue }
            if lower > start { composeSegments(frame, index, y, start..<lower) }
            let part = layer.offset &+ lower..<layer.offset &+ upper
            let layers = frame.layers.span
            let cells = layers[layer.index].canvas.cells.span.extracting(part)
            storeChanges(from: cells, y, lower..<upper)
            start = upper
        }
        guard start < columns.upperBound else { return }
        let rest = start..<columns.upperBound
        storeChanges(from: UnsafeBufferPointer(rebasing: composer.emptyRow.values[rest]).span, y, rest)
    }

    /// Stores the cells that differ, and lists them as runs of one pen.
    private mutating func storeChanges(from source: Span<Cell>, _ y: Int, _ columns: Range<Int>) {
        let shown = UnsafeMutableBufferPointer(rebasing: grid.row(y)[columns])
        let count = source.count
        var index = 0
        while true {
            while index < count && source[unchecked: index] == shown[index] { index &+= 1 }
            guard index < count else { return }
            let start = index
            let first = source[unchecked: index]
            var foreground = first.isBlank ? RunList.anyForeground : first.foreground
            repeat {
                let cell = source[unchecked: index]
                if cell == shown[index] || (cell.back ^ first.back) & Cell.penMask != 0 { break }
                if cell.foreground != foreground && !cell.isBlank {
                    guard foreground == RunList.anyForeground else { break }
                    foreground = cell.foreground
                }
                shown[index] = cell
                index &+= 1
            } while index < count
            statistics.cellsEmitted &+= index &- start
            if runs.isFull { flushRuns() }
            let x = columns.lowerBound
            runs.add(y: y, start: x &+ start, end: x &+ index, back: first.back & Cell.penMask, foreground: foreground)
        }
    }

    private mutating func flushRuns() {
        if !usesSynchronizedOutput { writer.hideCursor() }
        writer.write(runs, from: grid)
        runs.removeAll()
    }
}
