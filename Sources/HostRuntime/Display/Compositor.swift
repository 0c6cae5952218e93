/// Composes frames and turns what changed since the one before into bytes for a terminal.
///
/// Finds out itself what moved, was redrawn, came, went or changed places, and
/// composes only the row ranges where that can be seen. A value without clock
/// or file descriptor: whoever renders passes what takes the bytes.
struct Compositor: ~Copyable {
    let depth: ColorDepth

    /// Whether a frame is bracketed so that the terminal shows it in one piece; only for terminals that know how.
    var usesSynchronizedOutput: Bool

    /// What the terminal shows; `Cell.unknown` where that is not known.
    private var grid: CellGrid
    private var pool = GraphemePool()
    private var writer: TerminalWriter
    private var damage: DamageMap
    private var runs = RunList()
    private var composer: RowComposer
    private var previous: [PreviousLayer] = []
    private var background: Style?
    private var cursor: Point?
    private var isInvalid = true
    private var wideRows: [Bool]

    /// What is kept of a layer to tell what it changed into.
    private struct PreviousLayer {
        var id: UInt64
        var frame: Rect
        var alpha: UInt8
        var version: UInt64
        var rows: [RowSummary]

        func matches(_ layer: Layer) -> Bool {
            id == layer.id && version == layer.version && alpha == layer.alpha && frame == layer.frame
        }
    }

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
    /// For after a resize or a suspension, when something else has drawn there.
    mutating func invalidate() {
        isInvalid = true
    }

    /// Returns what the terminal shows after the frames so far.
    func snapshot() -> FrameSnapshot {
        FrameSnapshot(size: grid.size, cells: Array(grid.cells), pool: pool, depth: depth, cursor: cursor)
    }

    /// Shows a frame: passes to the sink all bytes at once, or does not call it where nothing changed.
    mutating func render(_ frame: borrowing Frame, into sink: (UnsafeRawBufferPointer) -> Void) -> FrameStatistics {
        let newCursor = visibleCursor(of: frame)
        if !isInvalid && newCursor == cursor && isUnchanged(frame) { return FrameStatistics() }
        var statistics = FrameStatistics()
        if usesSynchronizedOutput { writer.append("\u{1B}[?2026h") }
        let empty = writer.output.count
        prepare(for: frame)
        if pool.count > grid.cells.count + 1024 { pool.sweep(keeping: grid.cells) }
        composeDamage(of: frame, &statistics)
        if !runs.isEmpty { flushRuns() }
        if let newCursor {
            if newCursor != cursor || writer.output.count > empty { writer.showCursor(at: newCursor, size: grid.size) }
        } else {
            writer.hideCursor()
        }
        cursor = newCursor
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

    private func isUnchanged(_ frame: borrowing Frame) -> Bool {
        guard frame.layers.count == previous.count, frame.size == grid.size, frame.background == background else {
            return false
        }
        for index in previous.indices where !previous[index].matches(frame.layers[index]) { return false }
        return true
    }
}

// MARK: - Damage

extension Compositor {
    /// Collects what has to be composed, and keeps the frame's layers for the next time.
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
        } else if frame.background != background {
            damage.addEverything()
        } else {
            addChangedLayers(of: frame)
        }
        background = frame.background
        previous.removeAll(keepingCapacity: true)
        for layer in frame.layers {
            previous.append(
                PreviousLayer(
                    id: layer.id,
                    frame: layer.frame,
                    alpha: layer.alpha,
                    version: layer.version,
                    rows: layer.canvas.rows
                )
            )
        }
    }

    private mutating func addChangedLayers(of frame: borrowing Frame) {
        var places: [UInt64: Int] = [:]
        // For each layer of the frame its place in the previous one; -1 for a new one.
        var order: [Int] = []
        order.reserveCapacity(frame.layers.count)
        for index in frame.layers.indices {
            let id = frame.layers[index].id
            if index < previous.count && previous[index].id == id {
                order.append(index)
            } else {
                if places.isEmpty {
                    for (place, layer) in previous.enumerated() { places[layer.id] = place }
                }
                order.append(places[id] ?? -1)
            }
        }
        var isGone = [Bool](repeating: true, count: previous.count)
        for (index, place) in order.enumerated() {
            let layer = frame.layers[index]
            if place >= 0 {
                isGone[place] = false
                if previous[place].matches(layer) { continue }
                add(previous[place].rows, previous[place].frame, alpha: previous[place].alpha)
            }
            add(layer.canvas.rows, layer.frame, alpha: layer.alpha)
        }
        for (place, isGone) in isGone.enumerated() where isGone {
            add(previous[place].rows, previous[place].frame, alpha: previous[place].alpha)
        }
        for index in Compositor.reordered(order) {
            add(frame.layers[index].canvas.rows, frame.layers[index].frame, alpha: frame.layers[index].alpha)
        }
    }

    private mutating func add(_ rows: [RowSummary], _ frame: Rect, alpha: UInt8) {
        guard alpha > 0 else { return }
        // Frames come from plugins, so they may lie anywhere: what is outside is cut first.
        let visible = frame.intersection(Rect(origin: .zero, size: grid.size))
        guard !visible.isEmpty else { return }
        for y in visible.minY..<visible.maxY {
            let row = y - frame.minY
            guard row < rows.count else { break }
            let columns = rows[row].columns
            let lower = max(visible.minX, frame.minX + columns.lowerBound)
            let upper = min(visible.maxX, frame.minX + columns.upperBound)
            if lower < upper { damage.add(lower..<upper, row: y) }
        }
    }

    /// Returns layers that together take part in every change of order.
    ///
    /// Two layers that have changed places lie in the wrong order in `order`;
    /// redrawing either is enough. Going through it from the back finds those
    /// that went down, from the front those that were raised: the fewer win.
    private static func reordered(_ order: [Int]) -> [Int] {
        var lowered: [Int] = []
        var raised: [Int] = []
        var highest = -1
        for (index, place) in order.enumerated() where place >= 0 {
            if place < highest { lowered.append(index) } else { highest = place }
        }
        if lowered.isEmpty { return [] }
        var lowest = Int.max
        for (index, place) in order.enumerated().reversed() where place >= 0 {
            if place > lowest { raised.append(index) } else { lowest = place }
        }
        return raised.count < lowered.count ? raised : lowered
    }
}

// MARK: - Composing

extension Compositor {
    private mutating func composeDamage(of frame: borrowing Frame, _ statistics: inout FrameStatistics) {
        guard !damage.rows.isEmpty else { return }
        composer.begin(frame)
        for y in damage.rows where damage.count(inRow: y) > 0 {
            composer.beginRow(y, of: frame)
            let hasWide = wideRows[y] || composer.rowHasWide
            if hasWide { damage.widen(row: y) }
            for index in 0..<damage.count(inRow: y) {
                let columns = damage.range(index, inRow: y)
                statistics.cellsDamaged += columns.count
                if depth == .trueColor && !hasWide && composer.isPlain(columns) {
                    composeSegments(frame, y, columns, front: composer.row.count - 1, &statistics)
                } else {
                    composer.compose(columns, of: frame, hasWide: hasWide, pool: &pool)
                    composer.scratch.withUnsafeBufferPointer { scratch in
                        storeChanges(from: scratch, offset: 0, y, columns, &statistics)
                    }
                }
            }
            if hasWide {
                wideRows[y] = grid.cells[y * grid.size.width..<(y + 1) * grid.size.width].contains(where: \.isLead)
            }
        }
    }

    /// Compares opaque layers, front to back, directly with what the terminal shows; no cell is looked at twice.
    private mutating func composeSegments(
        _ frame: borrowing Frame,
        _ y: Int,
        _ columns: Range<Int>,
        front: Int,
        _ statistics: inout FrameStatistics
    ) {
        var rest = columns
        var index = front
        while index >= 0 && !rest.isEmpty {
            let layer = composer.row[index]
            index -= 1
            let covered = layer.columns.clamped(to: rest)
            guard !covered.isEmpty else { continue }
            if covered.lowerBound > rest.lowerBound {
                composeSegments(frame, y, rest.lowerBound..<covered.lowerBound, front: index, &statistics)
            }
            frame.layers[layer.index].canvas.cells.withUnsafeBufferPointer { cells in
                storeChanges(from: cells, offset: layer.offset, y, covered, &statistics)
            }
            rest = covered.upperBound..<rest.upperBound
        }
        guard !rest.isEmpty else { return }
        composer.emptyRow.withUnsafeBufferPointer { cells in
            storeChanges(from: cells, offset: 0, y, rest, &statistics)
        }
    }

    /// Stores the cells that differ, and lists them as runs of one pen.
    @inline(__always)
    private mutating func storeChanges(
        from source: UnsafeBufferPointer<Cell>,
        offset: Int,
        _ y: Int,
        _ columns: Range<Int>,
        _ statistics: inout FrameStatistics
    ) {
        let base = y * grid.size.width
        let shown = grid.cells
        var x = columns.lowerBound
        while x < columns.upperBound {
            let cell = source[offset + x]
            if cell == shown[base + x] {
                x += 1
                continue
            }
            let start = x
            let back = cell.back & Cell.penMask
            var foreground = cell.isBlank ? RunList.anyForeground : cell.foreground
            shown[base + x] = cell
            x += 1
            while x < columns.upperBound {
                let cell = source[offset + x]
                if cell == shown[base + x] || cell.back & Cell.penMask != back { break }
                if !cell.isBlank {
                    if foreground == RunList.anyForeground {
                        foreground = cell.foreground
                    } else if foreground != cell.foreground {
                        break
                    }
                }
                shown[base + x] = cell
                x += 1
            }
            statistics.cellsEmitted += x - start
            if runs.isFull { flushRuns() }
            runs.add(y: y, start: start, end: x, back: back, foreground: foreground)
        }
    }

    private mutating func flushRuns() {
        if !usesSynchronizedOutput { writer.hideCursor() }
        writer.write(runs, from: grid, pool: pool)
        runs.removeAll()
    }
}
