/// The pictures of a replay in the order of their times, between which playback goes back and forth.
///
/// A picture shares the rows that are those of the one before, so that an
/// hour in which little changes takes little memory. A film that grows beyond
/// its limit loses every other picture, and from then on has fewer a second.
struct Film: Sendable {
    /// A row of a picture, as the display had it.
    struct Row: Sendable {
        let cells: [Cell]
        /// The long grapheme clusters that the cells refer to; nil if there are none.
        let pool: GraphemePool?
        let flags: RowSummary.Flags
    }

    /// A picture of the display, and the time from which it was shown.
    struct Picture: Sendable {
        var time: Duration
        var size: Size
        var rows: [Row]
        var cursor: Point?
        var showsCursor: Bool
        var depth: ColorDepth
    }

    /// The pictures, oldest first.
    private(set) var pictures: [Picture] = []

    private let limit: Int
    /// The approximate number of bytes.
    private var weight = 0
    /// The shortest time between two pictures.
    private var interval = Duration.zero

    /// Creates an empty film that keeps to a number of bytes, more or less.
    init(limit: Int = 1 << 28) {
        self.limit = limit
    }

    /// Adds what is shown from a time on, in place of another picture of that time.
    ///
    /// The other rows than those that `changed` says are the ones of the picture before, if that has the same size.
    mutating func append(_ snapshot: FrameSnapshot, changed: some Sequence<Int>, at time: Duration) {
        let before = pictures.last
        var rows: [Row]
        if let before, before.size == snapshot.size {
            rows = before.rows
            for y in changed {
                rows[y] = snapshot.filmRow(y)
                weigh(rows[y])
            }
        } else {
            rows = (0..<snapshot.size.height).map { snapshot.filmRow($0) }
            for row in rows { weigh(row) }
        }
        weight += rows.count * MemoryLayout<Row>.stride
        if let before, time == before.time || time - before.time < interval { pictures.removeLast() }
        let start = pictures.isEmpty ? time : max(time, pictures[pictures.count - 1].time + interval)
        pictures.append(
            Picture(
                time: start,
                size: snapshot.size,
                rows: rows,
                cursor: snapshot.cursor,
                showsCursor: snapshot.showsCursor,
                depth: snapshot.depth
            )
        )
        if weight > limit { thin() }
    }

    private mutating func weigh(_ row: Row) {
        weight += 64 + row.cells.count * MemoryLayout<Cell>.stride
    }

    private mutating func thin() {
        guard pictures.count > 2 else { return }
        let newest = pictures[pictures.count - 1]
        pictures = pictures.dropLast().enumerated().filter { $0.offset % 2 == 0 }.map(\.element) + [newest]
        weight /= 2
        interval = max(interval * 2, .milliseconds(33))
    }

    // MARK: - Times

    /// Returns the place of the picture at a time, which is that of the first one before its time; nil if there is none.
    func index(at time: Duration) -> Int? {
        pictures.isEmpty ? nil : max(0, firstIndex(after: time) - 1)
    }

    /// Returns the time of the first picture after a time; nil if there is none.
    func nextTime(after time: Duration) -> Duration? {
        let index = firstIndex(after: time)
        return index < pictures.count ? pictures[index].time : nil
    }

    private func firstIndex(after time: Duration) -> Int {
        var (low, high) = (0, pictures.count)
        while low < high {
            let middle = (low + high) / 2
            if pictures[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Film.Picture {
    /// Draws the picture on a canvas, with its first cell at a point, in its own colors.
    func draw(on canvas: inout Canvas, at origin: Point) {
        for y in rows.indices where (0..<canvas.size.height).contains(origin.y + y) {
            if depth == .trueColor, !canvas.isASCII, rows[y].pool == nil {
                canvas.put(rows[y].cells, at: Point(x: origin.x, y: origin.y + y), flags: rows[y].flags)
                continue
            }
            let row = FrameSnapshot(
                size: Size(width: size.width, height: 1),
                cells: rows[y].cells,
                pool: rows[y].pool ?? GraphemePool(),
                depth: depth,
                cursor: nil,
                showsCursor: false
            )
            row.draw(on: &canvas, at: Point(x: origin.x, y: origin.y + y))
        }
    }
}

extension FrameSnapshot {
    fileprivate func filmRow(_ y: Int) -> Film.Row {
        let cells = Array(row(y))
        var all: UInt64 = 0
        for cell in cells { all |= cell.back }
        let union = Cell(front: 0, back: all)
        var flags: RowSummary.Flags = union.width & 2 == 0 ? [] : .wide
        if union.flags.contains(.unsure) { flags.insert(.unsure) }
        return Film.Row(cells: cells, pool: union.flags.contains(.pooled) ? pool : nil, flags: flags)
    }

    /// Draws the first row in pieces of one style.
    fileprivate func draw(on canvas: inout Canvas, at point: Point) {
        var (text, style, x) = ("", Style(), point.x)
        for cell in cells where !cell.isTail {
            var next = self.style(of: cell)
            // A canvas swaps the colors of reversed text once more.
            if next.attributes.contains(.reverse), let background = next.background {
                (next.foreground, next.background) = (background, next.foreground)
            }
            let isBlank = cell.isBlank && style.background == next.background
            if next != style, !(isBlank && style.attributes.union(next.attributes).isEmpty) {
                x += canvas.draw(text, at: Point(x: x, y: point.y), style: style)
                (text, style) = ("", next)
            }
            text += string(of: cell)
        }
        canvas.draw(text, at: Point(x: x, y: point.y), style: style)
    }
}
