/// Composes single rows of a frame.
///
/// For each row it lists the layers that take part. Where they are plain the
/// compositor reads their canvases itself; else they are painted, back to
/// front, on `scratch`.
struct RowComposer {
    /// A layer's part in one row.
    struct RowLayer {
        /// Its place in the frame.
        var index: Int
        /// The columns that it may cover, on the screen.
        var columns: Range<Int>
        /// What has to be added to a column for the index of its cell.
        var offset: Int
        var alpha: UInt8
        var flags: RowSummary.Flags

        var isPlain: Bool { alpha == 255 && flags.isEmpty }
        var isOpaque: Bool { alpha == 255 && flags.isDisjoint(with: [.holes, .seeThrough]) }
    }

    /// A row as the background alone looks.
    private(set) var emptyRow: [Cell]

    /// What was composed last.
    private(set) var scratch: [Cell]

    /// The layers of the current row, back to front.
    private(set) var row: [RowLayer] = []
    private(set) var rowHasWide = false

    private let depth: ColorDepth

    init(width: Int, depth: ColorDepth) {
        emptyRow = [Cell](repeating: .hole, count: width)
        scratch = emptyRow
        self.depth = depth
    }

    mutating func begin(_ frame: borrowing Frame) {
        let empty = Cell(blankOn: (frame.background.background ?? .black).rgb)
        if emptyRow.first != empty { emptyRow = [Cell](repeating: empty, count: emptyRow.count) }
    }

    mutating func beginRow(_ y: Int, of frame: borrowing Frame) {
        row.removeAll(keepingCapacity: true)
        rowHasWide = false
        for index in frame.layers.indices {
            let layerFrame = frame.layers[index].frame
            let alpha = frame.layers[index].alpha
            guard y >= layerFrame.minY, y < layerFrame.maxY, alpha > 0 else { continue }
            let width = frame.layers[index].canvas.fullSize.width
            let local = y - layerFrame.minY
            guard local < frame.layers[index].canvas.rows.count else { continue }
            let summary = frame.layers[index].canvas.rows[local]
            guard layerFrame.minX < emptyRow.count, layerFrame.maxX > 0 else { continue }
            let lower = max(0, layerFrame.minX + summary.columns.lowerBound)
            let upper = min(emptyRow.count, layerFrame.maxX, layerFrame.minX + summary.columns.upperBound)
            guard lower < upper else { continue }
            if summary.flags.contains(.wide) { rowHasWide = true }
            row.append(
                RowLayer(
                    index: index,
                    columns: lower..<upper,
                    offset: local * width - layerFrame.minX,
                    alpha: alpha,
                    flags: summary.flags
                )
            )
        }
    }

    /// Tells whether in these columns only opaque layers are seen, without anything that needs a second look.
    func isPlain(_ columns: Range<Int>) -> Bool {
        for layer in row.reversed() where layer.columns.overlaps(columns) {
            guard layer.isPlain else { return false }
            if layer.columns.lowerBound <= columns.lowerBound && layer.columns.upperBound >= columns.upperBound {
                return true
            }
        }
        return true
    }

    /// Composes columns of the current row on `scratch`, down to what the display's colours can show.
    mutating func compose(
        _ columns: Range<Int>,
        of frame: borrowing Frame,
        hasWide: Bool,
        pool: inout GraphemePool
    ) {
        // A wide glyph is whole or not, so each cell depends on its neighbours.
        let area = hasWide ? max(0, columns.lowerBound - 1)..<min(scratch.count, columns.upperBound + 1) : columns
        var first = 0
        for index in row.indices.reversed() where row[index].isOpaque {
            let covered = row[index].columns
            if covered.lowerBound <= area.lowerBound && covered.upperBound >= area.upperBound {
                first = index
                break
            }
        }
        let scratch = scratch
        self.scratch = []
        var cells = consume scratch
        cells.withUnsafeMutableBufferPointer { cells in
            if first >= row.count || !row[first].isOpaque || !covers(row[first], area) {
                for x in area { cells[x] = emptyRow[x] }
            }
            for layer in row[min(first, row.count)...] {
                let covered = layer.columns.clamped(to: area)
                guard !covered.isEmpty else { continue }
                overlay(layer, covered, frame.layers[layer.index].canvas, on: cells, &pool)
            }
            if hasWide { RowComposer.pairWideGlyphs(cells, area, columns) }
            if depth != .trueColor {
                for x in columns { cells[x] = Palette.quantize(cells[x], to: depth) }
            }
        }
        self.scratch = cells
    }

    private func covers(_ layer: RowLayer, _ area: Range<Int>) -> Bool {
        layer.columns.lowerBound <= area.lowerBound && layer.columns.upperBound >= area.upperBound
    }

    private func overlay(
        _ layer: RowLayer,
        _ columns: Range<Int>,
        _ canvas: borrowing Canvas,
        on cells: UnsafeMutableBufferPointer<Cell>,
        _ pool: inout GraphemePool
    ) {
        let source = canvas.cells.span
        let hasPooled = layer.flags.contains(.pooled)
        if layer.isOpaque && !hasPooled {
            for x in columns { cells[x] = source[layer.offset + x] }
            return
        }
        for x in columns {
            var cell = source[layer.offset + x]
            if hasPooled && cell.flags.contains(.pooled) {
                let index = pool.intern(canvas.pool[cell.glyph])
                cell.front = cell.front & ~0xFFFF_FFFF | UInt64(index)
            }
            cells[x] = Blend.over(cells[x], cell, alpha: layer.alpha)
        }
    }

    /// Turns into spaces the halves of wide glyphs whose other half is covered or outside.
    ///
    /// A right half takes over the colours of the left one: a terminal draws a
    /// glyph with one pen.
    private static func pairWideGlyphs(
        _ cells: UnsafeMutableBufferPointer<Cell>,
        _ area: Range<Int>,
        _ columns: Range<Int>
    ) {
        for x in area {
            if cells[x].isLead {
                // What lies outside of the composed area is none of the damaged cells' business.
                let isWhole = x + 1 < area.upperBound && cells[x].isLead(of: cells[x + 1])
                if !isWhole { cells[x].makeBlank() }
            } else if cells[x].isTail {
                if x > area.lowerBound && cells[x - 1].isLead(of: cells[x]) {
                    cells[x] = cells[x - 1].tail
                } else {
                    cells[x].makeBlank()
                }
            }
        }
    }
}
