/// A composer of single rows of a frame.
///
/// For each row, it lists the layers that take part. Where they are plain, the
/// compositor reads their canvases directly; elsewhere they are painted on
/// `scratch`, back to front.
struct RowComposer: ~Copyable {
    /// A layer's part in one row.
    struct RowLayer {
        /// The layer's place in the frame.
        var index: Int
        /// The first column that the layer may cover, on the screen.
        var lower: Int
        /// The column after the last one that the layer may cover.
        var upper: Int
        /// The number to add to a column to get the index of its cell.
        var offset: Int
        var alpha: UInt8
        var flags: RowSummary.Flags

        var columns: Range<Int> { lower..<upper }
        var isPlain: Bool { alpha == 255 && flags.isEmpty }
        var isOpaque: Bool { alpha == 255 && flags.isDisjoint(with: [.holes, .seeThrough]) }

        func covers(_ area: Range<Int>) -> Bool {
            lower <= area.lowerBound && upper >= area.upperBound
        }
    }

    /// The cells of a row that no window covers.
    let emptyRow: FixedBuffer<Cell>

    /// The row composed last.
    let scratch: FixedBuffer<Cell>

    /// The layers of the current row, back to front.
    var row: UnsafeMutableBufferPointer<RowLayer> {
        UnsafeMutableBufferPointer(rebasing: rowBuffer.values[..<rowCount])
    }

    /// The flags of all layers of the current row.
    private(set) var rowFlags: RowSummary.Flags = []

    /// Whether all layers of the current row are plain.
    private(set) var isRowPlain = true

    private let depth: ColorDepth
    private var reducer: ColorReducer
    private var rowBuffer = FixedBuffer<RowLayer>(count: 0)
    private var rowCount = 0
    private var layers = FixedBuffer<PlacedLayer>(count: 0)
    private var layerCount = 0
    /// The row summaries of all canvases, one after another.
    private var summaries: [RowSummary] = []

    /// A layer that is at least partly on the screen.
    private struct PlacedLayer {
        var index: Int
        var minX: Int
        var maxX: Int
        var minY: Int
        var maxY: Int
        var firstSummary: Int
        var canvasWidth: Int
        var alpha: UInt8
    }

    init(width: Int, depth: ColorDepth) {
        emptyRow = FixedBuffer(repeating: Cell(blankOn: 0), count: width)
        scratch = FixedBuffer(repeating: Cell(blankOn: 0), count: width)
        self.depth = depth
        reducer = ColorReducer(depth)
    }

    /// Starts a frame, and caches what each of some rows needs of it.
    mutating func begin(_ frame: borrowing Frame, rows: Range<Int>) {
        let area = Rect(x: 0, y: rows.lowerBound, width: frame.size.width, height: rows.count)
        summaries.removeAll(keepingCapacity: true)
        layerCount = 0
        if layers.values.count < frame.layers.count {
            layers = FixedBuffer(count: 2 * frame.layers.count)
            rowBuffer = FixedBuffer(count: 2 * frame.layers.count)
        }
        for index in frame.layers.indices {
            let place = frame.layers[index].frame
            let alpha = frame.layers[index].alpha
            let size = frame.layers[index].canvas.fullSize
            guard alpha > 0, !place.intersection(area).isEmpty else { continue }
            layers[layerCount] = PlacedLayer(
                index: index,
                minX: place.minX,
                maxX: place.maxX,
                minY: place.minY,
                maxY: place.minY + min(place.height, size.height),
                firstSummary: summaries.count,
                canvasWidth: size.width,
                alpha: alpha
            )
            layerCount += 1
            summaries.append(contentsOf: frame.layers[index].canvas.rows)
        }
    }

    /// Lists the layers of a row.
    mutating func beginRow(_ y: Int) {
        let width = emptyRow.values.count
        var flags: RowSummary.Flags = []
        var isPlain = true
        var count = 0
        for index in 0..<layerCount {
            let layer = layers[index]
            guard y >= layer.minY && y < layer.maxY else { continue }
            let local = y &- layer.minY
            let summary = summaries[layer.firstSummary &+ local]
            let columns = summary.columns
            let part = RowLayer(
                index: layer.index,
                lower: max(0, layer.minX &+ columns.lowerBound),
                upper: min(width, layer.maxX, layer.minX &+ columns.upperBound),
                offset: local &* layer.canvasWidth &- layer.minX,
                alpha: layer.alpha,
                flags: summary.flags
            )
            guard part.lower < part.upper else { continue }
            flags.formUnion(part.flags)
            isPlain = isPlain && part.isPlain
            rowBuffer[count] = part
            count &+= 1
        }
        (rowFlags, isRowPlain, rowCount) = (flags, isPlain, count)
    }

    /// Returns whether only opaque layers are seen in these columns, with nothing that needs a second look.
    func isPlain(_ columns: Range<Int>) -> Bool {
        if isRowPlain { return true }
        for layer in row.reversed() where layer.columns.overlaps(columns) {
            guard layer.isPlain else { return false }
            if layer.covers(columns) { return true }
        }
        return true
    }

    /// Returns the end of the columns from `start` on that are all plain, or all not.
    func stretch(from start: Int, to end: Int) -> (isPlain: Bool, end: Int) {
        var result = (isPlain: true, end: end)
        for layer in row where !layer.isPlain {
            if layer.columns.contains(start) {
                result = (false, min(result.end, layer.upper))
            } else if layer.lower > start {
                result.end = min(result.end, layer.lower)
            }
        }
        return result
    }

    /// Composes columns of the current row on `scratch`, in the colors of the display.
    mutating func compose(
        _ columns: Range<Int>,
        of frame: borrowing Frame,
        hasWide: Bool,
        pool: inout GraphemePool
    ) {
        // A wide glyph is whole or blank, so each cell depends on its neighbors.
        let width = emptyRow.values.count
        let area = hasWide ? max(0, columns.lowerBound - 1)..<min(width, columns.upperBound + 1) : columns
        let first = row.lastIndex { $0.isOpaque && $0.covers(area) }
        let cells = scratch.values
        if first == nil { for x in area { cells[x] = emptyRow[x] } }
        for layer in row[(first ?? 0)...] {
            let covered = layer.columns.clamped(to: area)
            guard !covered.isEmpty else { continue }
            frame.layers[layer.index].canvas.cells.withUnsafeBufferPointer { source in
                let part = source[layer.offset + covered.lowerBound..<layer.offset + covered.upperBound]
                let target = UnsafeMutableBufferPointer(rebasing: cells[covered])
                if layer.flags.contains(.pooled) {
                    overlay(layer, part, on: target, frame.layers[layer.index].canvas.pool, &pool)
                } else {
                    overlay(layer, UnsafeBufferPointer(rebasing: part), on: target)
                }
            }
        }
        if hasWide { RowComposer.pairWideGlyphs(cells, area, columns) }
        if depth != .trueColor {
            for x in columns { cells[x] = reducer.reduce(cells[x]) }
        }
    }

    private func overlay(
        _ layer: RowLayer,
        _ part: UnsafeBufferPointer<Cell>,
        on target: UnsafeMutableBufferPointer<Cell>
    ) {
        var blender = Blender(alpha: layer.alpha, isFaint: !depth.hasShades)
        if layer.isOpaque {
            _ = target.update(fromContentsOf: part)
        } else if layer.flags.isDisjoint(with: [.holes, .seeThrough]) {
            blender.blend(part, onto: target)
        } else {
            for index in part.indices { target[index] = blender.over(target[index], part[index]) }
        }
    }

    /// Overlays cells whose clusters are in the canvas's pool, and interns those in the screen's.
    private func overlay(
        _ layer: RowLayer,
        _ part: Slice<UnsafeBufferPointer<Cell>>,
        on target: UnsafeMutableBufferPointer<Cell>,
        _ canvasPool: GraphemePool,
        _ pool: inout GraphemePool
    ) {
        var blender = Blender(alpha: layer.alpha, isFaint: !depth.hasShades)
        for (index, cell) in part.enumerated() {
            var cell = cell
            if cell.flags.contains(.pooled) {
                let glyph = pool.intern(canvasPool[cell.glyph])
                cell.front = cell.front & ~0xFFFF_FFFF | UInt64(glyph)
            }
            target[index] = blender.over(target[index], cell)
        }
    }

    /// Blanks the halves of wide glyphs whose other half is covered or outside.
    ///
    /// A right half gets the colors of the left one, because a terminal draws
    /// a glyph with one pen.
    private static func pairWideGlyphs(
        _ cells: UnsafeMutableBufferPointer<Cell>,
        _ area: Range<Int>,
        _ columns: Range<Int>
    ) {
        for x in area {
            if cells[x].isLead {
                // Cells outside the composed area don't affect the damaged ones.
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
