import HostRuntime

/// The place where the ball rests on a screen: at its home, or beside the text cursor; a pure value.
///
/// The home survives a screen that is too small for it and a cursor that is in
/// its way: only the person moves it.
struct BallPlacement: Hashable, Sendable {
    var screen: Size
    var cursor: Point?
    /// The place that the person chose; `nil` before the first move.
    private(set) var home: BallHome?

    init(screen: Size, home: BallHome? = nil) {
        self.screen = screen
        self.home = home
    }

    /// The cells of the resting ball, which are all on the screen unless it is empty.
    var rest: Rect {
        let own = Rect(origin: Point(x: column(of: side), y: row), size: size)
        // A ball directly beside the cursor hides the next characters.
        return place(own, clear: Margin(columns: 2, rows: 1)) ?? place(own, clear: Margin(columns: 0, rows: 0)) ?? own
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

// MARK: - The text cursor

extension BallPlacement {
    /// The cells around the ball that are kept clear of the cursor.
    private struct Margin {
        let columns: Int
        let rows: Int
    }

    private func isClear(_ frame: Rect, _ margin: Margin) -> Bool {
        guard let cursor else { return true }
        return !frame.inset(horizontally: -margin.columns, vertically: -margin.rows).contains(cursor)
    }

    /// Returns the nearest place that is clear of the cursor: up, down, or on the other side.
    private func place(_ own: Rect, clear margin: Margin) -> Rect? {
        guard let cursor, !isClear(own, margin) else { return own }
        let other = Point(x: column(of: side == .left ? .right : .left), y: own.minY)
        let rows = [above(cursor, margin), below(cursor, margin)].filter { (0...free.y).contains($0) }
            .sorted { (abs($0 - own.minY), $0) < (abs($1 - own.minY), $1) }
        return (rows.map { Point(x: own.minX, y: $0) } + [other]).map { Rect(origin: $0, size: size) }
            .first { isClear($0, margin) }
    }

    private func above(_ cursor: Point, _ margin: Margin) -> Int { cursor.y &- margin.rows &- size.height }

    private func below(_ cursor: Point, _ margin: Margin) -> Int { cursor.y &+ margin.rows &+ 1 }
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
    /// A step that would cover the cursor continues past it,
    /// if there is room.
    mutating func step(by step: Point) {
        let from = rest
        var target = frame(at: from.origin + Point(x: 0, y: step.y))
        let margin = Margin(columns: 2, rows: 1)
        if let cursor, step.y != 0, isClear(from, margin), !isClear(target, margin) {
            let row = step.y < 0 ? above(cursor, margin) : below(cursor, margin)
            target = (0...free.y).contains(row) ? Rect(origin: Point(x: from.minX, y: row), size: size) : from
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
