import HostRuntime

/// The place where the ball rests on a screen: at its home, or beside the field that is typed in; a pure value.
///
/// The home survives a screen that is too small for it and a field that is in
/// its way: only the person moves it.
struct BallPlacement: Hashable, Sendable {
    var screen: Size
    var entry: TextEntry?
    /// The place that the person chose; `nil` before the first move.
    private(set) var home: BallHome?

    init(screen: Size, home: BallHome? = nil) {
        self.screen = screen
        self.home = home
    }

    /// The cells of the resting ball, which are all on the screen unless it is empty.
    var rest: Rect {
        let own = Rect(origin: Point(x: column(of: side), y: row), size: size)
        return taken.lazy.compactMap { place(own, clearOf: $0) }.first ?? own
    }

    var size: Size {
        if screen.width >= 24, screen.height >= 8 { return Size(width: 5, height: 3) }
        return screen.width >= 3 ? Size(width: 3, height: 1) : Size(width: 1, height: 1)
    }

    func frame(at origin: Point) -> Rect {
        Rect(origin: origin, size: size).clamped(to: Rect(origin: .zero, size: screen))
    }

    private var side: BallHome.Side { home?.side ?? .right }

    private var row: Int {
        if let home { return Int((home.fraction * Double(free.y)).rounded()) }
        // Near the bottom, above the page's status line.
        return max(0, free.y - (size.height > 1 ? 2 : 0))
    }

    private func column(of side: BallHome.Side) -> Int { side == .left ? 0 : free.x }

    private var free: Point {
        Point(x: max(0, screen.width - size.width), y: max(0, screen.height - size.height))
    }
}

// MARK: - The field that is typed in

extension BallPlacement {
    /// The cells that the ball leaves free, from the most to the least that a screen may have room for.
    ///
    /// It covers nothing in the rows of the field in which the person types, such
    /// as the title or the text, and isn't directly beside the cursor. Where that
    /// leaves no place, only the field stays free, or only the cursor.
    private var taken: [[Rect]] {
        guard let entry else { return [] }
        let cell = entry.cursor.map { Rect(origin: $0, size: Size(width: 1, height: 1)) }
        let margin = cell.map { [$0.inset(horizontally: -2, vertically: -1)] } ?? []
        return [[rows] + margin, [rows], [entry.frame], cell.map { [$0] } ?? []]
    }

    /// The whole rows of the field that is typed in; empty without one.
    private var rows: Rect {
        entry.map { Rect(x: 0, y: $0.frame.minY, width: screen.width, height: $0.frame.height) } ?? .zero
    }

    /// Whether nothing in the rows of the field that is typed in is covered on the way from one place to another.
    func isClear(from start: Rect, to end: Rect) -> Bool {
        rows.isEmpty || max(start.maxY, end.maxY) <= rows.minY || min(start.minY, end.minY) >= rows.maxY
    }

    private func isClear(_ frame: Rect, of cells: [Rect]) -> Bool {
        cells.allSatisfy { $0.intersection(frame).isEmpty }
    }

    /// Returns the nearest place that is clear of some cells: up, down, or on the other side.
    private func place(_ own: Rect, clearOf cells: [Rect]) -> Rect? {
        let beside = cells.flatMap { [above($0), below($0)] }.filter { (0...free.y).contains($0) }
            .sorted { (abs($0 - own.minY), $0) < (abs($1 - own.minY), $1) }
        let columns = [own.minX, column(of: side == .left ? .right : .left)]
        return columns.flatMap { x in ([own.minY] + beside).map { Rect(origin: Point(x: x, y: $0), size: size) } }
            .first { isClear($0, of: cells) }
    }

    private func above(_ cells: Rect) -> Int { cells.minY &- size.height }

    private func below(_ cells: Rect) -> Int { cells.maxY }
}

// MARK: - Moving

extension BallPlacement {
    /// Makes the side nearest to a position the home of the ball.
    mutating func dock(at origin: Point) {
        let left = frame(at: origin)
        let right = free.x - left.minX
        let side = left.minX == right ? side : left.minX < right ? BallHome.Side.left : .right
        setHome(side, left.minY)
    }

    /// Moves the home by a step: to the left or right side, and by rows along it.
    ///
    /// A step that would cover the field continues past it,
    /// if there is room.
    mutating func step(by step: Point) {
        let from = rest
        var target = frame(at: from.origin + Point(x: 0, y: step.y))
        if let cells = taken.first, step.y != 0, isClear(from, of: cells), !isClear(target, of: cells) {
            let beyond = step.y < 0 ? cells.map(above).sorted(by: >) : cells.map(below).sorted()
            target =
                beyond.filter { (0...free.y).contains($0) }.map { Rect(origin: Point(x: from.minX, y: $0), size: size) }
                .first { isClear($0, of: cells) } ?? from
        }
        let side = step.x == 0 ? (from.minX < free.x ? .left : .right) : step.x < 0 ? BallHome.Side.left : .right
        setHome(free.x == 0 ? self.side : side, target.minY)
    }

    private mutating func setHome(_ side: BallHome.Side, _ row: Int) {
        // On a screen without free rows, the row isn't the person's choice.
        let fraction = free.y > 0 ? Double(row) / Double(free.y) : home?.fraction ?? 1
        home = BallHome(side, fraction: fraction)
    }
}
