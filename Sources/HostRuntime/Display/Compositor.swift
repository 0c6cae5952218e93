/// Turns frames into bytes for a terminal.
struct Compositor {
    let depth: ColorDepth
    private var size: Size
    private var shadow: [Cell] = []
    private var pool = GraphemePool()
    private var cursor: Point?
    private var isInvalid = true

    init(size: Size, depth: ColorDepth, usesSynchronizedOutput: Bool = false) {
        self.size = size
        self.depth = depth
    }

    mutating func invalidate() { isInvalid = true }

    func snapshot() -> FrameSnapshot {
        let cells = shadow.isEmpty ? [Cell](repeating: .unknown, count: size.width * size.height) : shadow
        return FrameSnapshot(size: size, cells: cells, pool: pool, depth: depth, cursor: cursor)
    }

    mutating func render(_ frame: Frame, into sink: (UnsafeRawBufferPointer) -> Void) -> FrameStatistics {
        var statistics = FrameStatistics()
        if frame.size != size || isInvalid || shadow.isEmpty {
            size = frame.size
            shadow = [Cell](repeating: .unknown, count: size.width * size.height)
            isInvalid = false
        }
        cursor = frame.cursor
        var background = Cell(blankOn: (frame.background.background ?? .black).rgb)
        background.foreground = 0
        var output = ""
        for y in 0..<size.height {
            var row = [Cell](repeating: background, count: size.width)
            for layer in frame.layers { overlay(layer, y: y, on: &row) }
            pairWideGlyphs(&row)
            for x in 0..<size.width {
                let cell = depth == .trueColor ? row[x] : Palette.quantize(row[x], to: depth)
                statistics.cellsDamaged += 1
                guard cell != shadow[y * size.width + x] else { continue }
                shadow[y * size.width + x] = cell
                statistics.cellsEmitted += 1
                if !cell.isTail { output += "\u{1B}[\(y + 1);\(x + 1)H" + snapshotString(cell) }
            }
        }
        if !output.isEmpty {
            let bytes = Array(output.utf8)
            bytes.withUnsafeBytes { sink($0) }
            statistics.bytes = bytes.count
            statistics.writes = 1
        }
        return statistics
    }

    private func snapshotString(_ cell: Cell) -> String {
        cell.flags.contains(.pooled) ? pool[cell.glyph] : Glyph.unpack(cell.glyph)
    }

    private mutating func overlay(_ layer: Layer, y: Int, on row: inout [Cell]) {
        let local = y - layer.frame.minY
        guard local >= 0, local < min(layer.frame.height, layer.canvas.fullSize.height) else { return }
        for x in 0..<min(layer.frame.width, layer.canvas.fullSize.width) {
            let screen = layer.frame.minX + x
            guard screen >= 0 && screen < row.count else { continue }
            var cell = layer.canvas.cells[local * layer.canvas.fullSize.width + x]
            guard !cell.isHole else { continue }
            if cell.flags.contains(.pooled) {
                cell.front = cell.front & ~0xFFFF_FFFF | UInt64(pool.intern(layer.canvas.pool[cell.glyph]))
            }
            row[screen] = Blend.over(row[screen], cell, alpha: layer.alpha)
        }
    }

    private func pairWideGlyphs(_ row: inout [Cell]) {
        for x in row.indices {
            if row[x].isLead && !(x + 1 < row.count && row[x].isLead(of: row[x + 1])) { row[x].makeBlank() }
            if row[x].isTail {
                if x > 0 && row[x - 1].isLead(of: row[x]) { row[x] = row[x - 1].tail } else { row[x].makeBlank() }
            }
        }
    }
}
