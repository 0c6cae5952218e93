/// A writer of cells as bytes for a terminal, in as few as possible.
///
/// It keeps track of the terminal's cursor and pen across frames. It expects a
/// terminal that neither wraps lines nor changes line feeds: `?7l` is set, and
/// output isn't processed.
struct TerminalWriter: ~Copyable {
    let depth: ColorDepth
    private(set) var output = OutputBuffer()

    /// The position of the terminal's cursor; negative numbers are unknown.
    private var x = -1
    private var y = -1
    private var pen = TerminalPen()
    private var isCursorShown = false

    /// The bytes of a move and a glyph, or half of those of a move and a pen.
    private static let bytesPerCell = 64

    init(depth: ColorDepth) {
        self.depth = depth
    }

    /// Clears the screen, after something else may have changed the terminal's state.
    mutating func reset() {
        append("\u{1B}[0m\u{1B}[?25l\u{1B}[2J")
        (x, y) = (-1, -1)
        pen = TerminalPen()
        isCursorShown = false
    }

    /// Appends a sequence that moves nothing.
    mutating func append(_ sequence: StaticString) {
        output.reserve(TerminalWriter.bytesPerCell)
        output.append(sequence)
    }

    /// Removes the bytes, after they were sent or if they aren't needed.
    mutating func removeAll() {
        output.removeAll()
    }

    /// Hides the cursor while cells are written, so that it doesn't jump about.
    mutating func hideCursor() {
        guard isCursorShown else { return }
        append("\u{1B}[?25l")
        isCursorShown = false
    }

    /// Moves the cursor to a place, shown or not.
    mutating func moveCursor(to point: Point) {
        output.reserve(TerminalWriter.bytesPerCell)
        if x != point.x || y != point.y { appendMove(toX: point.x, y: point.y) }
    }

    /// Shows the cursor.
    mutating func showCursor() {
        guard !isCursorShown else { return }
        append("\u{1B}[?25h")
        isCursorShown = true
    }

    /// Writes all runs of the list, pen by pen.
    ///
    /// The list has no glyphs on whose width terminals disagree: `writeUnsure`
    /// writes those.
    mutating func write(_ list: borrowing RunList, from grid: borrowing CellGrid) {
        let pens = list.pens
        for first in pens.indices where pens[first].isFirst {
            var index = first
            while index >= 0 {
                write(pens[index], list.runs, grid)
                index = Int(pens[index].nextAlike)
            }
        }
    }

    private mutating func write(
        _ pen: RunList.Pen,
        _ runs: UnsafeBufferPointer<RunList.Run>,
        _ grid: borrowing CellGrid
    ) {
        output.reserve(2 * TerminalWriter.bytesPerCell)
        self.pen.set(back: pen.back, foreground: pen.foreground, depth: depth, output: &output)
        let width = grid.size.width
        var index = Int(pen.firstRun)
        while index >= 0 {
            let run = runs[index]
            let (start, end, row) = (Int(run.start), Int(run.end), Int(run.y))
            let line = UnsafeBufferPointer(grid.row(row))
            output.reserve((end &- start &+ 2) &* TerminalWriter.bytesPerCell)
            if x != start || y != row { move(toX: start, y: row, line: line, pen: pen) }
            writeCells(line, start, end, row)
            // Terminals differ in where the cursor stays behind the last column.
            if x >= width { x = -1 }
            index = Int(run.next)
        }
    }
}

// MARK: - Glyphs

extension TerminalWriter {
    @inline(__always)
    private mutating func writeCells(
        _ line: UnsafeBufferPointer<Cell>,
        _ start: Int,
        _ end: Int,
        _ row: Int
    ) {
        (x, y) = (end, row)
        var out = output.end
        var column = start
        while column < end {
            let cell = line[column]
            if cell.isOdd {
                output.advance(to: out)
                writeWide(cell)
                out = output.end
            } else {
                UnsafeMutableRawPointer(out).storeBytes(of: cell.glyph.littleEndian, as: UInt32.self)
                out += cell.glyphLength
            }
            column &+= 1
        }
        output.advance(to: out)
    }

    /// Writes a wide glyph at its left half.
    @inline(never)
    private mutating func writeWide(_ cell: Cell) {
        if !cell.isTail { output.append(packed: cell.glyph) }
    }

    /// Writes a glyph on whose width terminals disagree over spaces, which erase what was there.
    ///
    /// Afterwards, the position of the cursor depends on the terminal.
    mutating func writeUnsure(_ glyph: String, of cell: Cell, at place: Point, isLast: Bool) {
        output.reserve(4 * TerminalWriter.bytesPerCell)
        pen.set(back: cell.back & Cell.penMask, foreground: cell.foreground, depth: depth, output: &output)
        if x != place.x || y != place.y { appendMove(toX: place.x, y: place.y) }
        for _ in 0..<cell.width { output.append(UInt8(ascii: " ")) }
        if isLast {
            // Terminals differ in where the cursor stays behind the last column.
            output.appendPosition(x: place.x, y: place.y)
        } else {
            for _ in 0..<cell.width { output.append(0x08) }
        }
        output.append(text: glyph)
        (x, y) = (-1, -1)
    }
}

// MARK: - Moves

extension TerminalWriter {
    /// Moves the cursor to the start of a run, by writing the cells in between again if that is shorter.
    @inline(never)
    private mutating func move(toX newX: Int, y newY: Int, line: UnsafeBufferPointer<Cell>, pen: RunList.Pen) {
        if y == newY && x >= 0 && x < newX && newX - x <= 5 {
            let limit = newX - x == 1 ? 3 : 4
            var bytes = 0
            for cell in line[x..<newX] {
                let isSamePen = cell.back & Cell.penMask == pen.back
                let isSameForeground = cell.isBlank || cell.foreground == pen.foreground
                // Cells that are still to be sent are right as well: they are merely sent twice. Only ASCII has one
                // width everywhere.
                bytes += isSamePen && isSameForeground && !cell.isOdd && cell.glyph < 0x80 ? 1 : 5
            }
            if bytes <= limit {
                for cell in line[x..<newX] { output.append(packed: cell.glyph) }
                x = newX
                return
            }
        }
        appendMove(toX: newX, y: newY)
    }

    /// Appends the shortest of the sequences that move the cursor.
    private mutating func appendMove(toX newX: Int, y newY: Int) {
        let (oldX, down) = (x, newY &- y)
        let isBelow = y >= 0 && down >= 0
        (x, y) = (newX, newY)
        guard isBelow else { return output.appendPosition(x: newX, y: newY) }
        let absolute = 3 &+ digits(newY &+ 1) &+ (newX == 0 ? 0 : 1 &+ digits(newX &+ 1))
        let lineFeeds = min(down, down == 0 ? 0 : 3 &+ digits(down))
        let fromStart = 1 &+ lineFeeds &+ relativeLength(newX)
        // Up to 3 columns, backspaces are shorter than a sequence.
        let distance = newX &- oldX
        let isNear = oldX >= 0 && distance < 0 && distance >= -3
        let fromHere = oldX < 0 ? Int.max : lineFeeds &+ (isNear ? -distance : relativeLength(abs(distance)))
        guard min(fromStart, fromHere) < absolute else { return output.appendPosition(x: newX, y: newY) }
        if lineFeeds == down {
            // At most 4: more line feeds are longer than a sequence.
            output.append(word: 0x0A0A_0A0A_0A0A_0A0A, count: down)
        } else {
            output.appendSequence(down, UInt8(ascii: "B"))
        }
        if fromStart <= fromHere {
            output.append(UInt8(ascii: "\r"))
            if newX != 0 { output.appendSequence(newX, UInt8(ascii: "C")) }
        } else if isNear {
            output.append(word: 0x0808_0808_0808_0808, count: -distance)
        } else if distance != 0 {
            output.appendSequence(abs(distance), distance > 0 ? UInt8(ascii: "C") : UInt8(ascii: "D"))
        }
    }

    /// The number of bytes of a move by a number of columns.
    @inline(__always)
    private func relativeLength(_ distance: Int) -> Int {
        distance == 0 ? 0 : 3 &+ (distance == 1 ? 0 : digits(distance))
    }

    @inline(__always)
    private func digits(_ number: Int) -> Int { OutputBuffer.digits(number) }
}
