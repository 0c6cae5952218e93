import HostRuntime

@testable import FloatingAssistantPlugin

/// A model of the ball, as a person would explain it: each input's effect from a few facts.
struct BallModel {
    private struct Press {
        let start: Point
        let began: Int
        var last: Point
        var isVoid = false
        var wasDragged = false
    }

    var screen: Size
    var now = 0
    var isHidden = false
    var entry: TextEntry?
    /// The opened targets, and the stored places as a side and a fraction of the height.
    var opened: [Int] = []
    var remembered: [String] = []

    private var isLeft = false
    private var down: Double?
    private var press: Press?
    // The origin when the ball was picked up, and the position regardless of the edges.
    private var hand: (origin: Point, at: Point)?
    private var taps: (count: Int, start: Point, ended: Int)?
    private var glide: (from: Point, began: Int)?

    init(screen: Size) {
        self.screen = screen
    }

    var isHeld: Bool { hand != nil }
    var isPressed: Bool { press.map { !$0.isVoid } ?? false }

    // MARK: - Place

    private var size: Size {
        if screen.width >= 24, screen.height >= 8 { return Size(width: 5, height: 3) }
        return Size(width: screen.width >= 3 ? 3 : 1, height: 1)
    }

    private var right: Int { max(0, screen.width - size.width) }
    private var bottom: Int { max(0, screen.height - size.height) }

    private func clamped(_ point: Point) -> Point {
        Point(x: min(max(0, point.x), right), y: min(max(0, point.y), bottom))
    }

    /// How much of the place of the field that is typed in stays free.
    private enum Claim: CaseIterable {
        case rowsAndMargin, rows, field, cursor
    }

    private func isClear(_ origin: Point, _ claim: Claim) -> Bool {
        guard let entry else { return true }
        func isAway(from cell: Point, _ columns: Int, _ rows: Int) -> Bool {
            let isBeside = cell.x < origin.x - columns || cell.x >= origin.x + size.width + columns
            return isBeside || cell.y < origin.y - rows || cell.y >= origin.y + size.height + rows
        }
        let isInOtherRows = entry.frame.maxY <= origin.y || entry.frame.minY >= origin.y + size.height
        let isBesideField = entry.frame.maxX <= origin.x || entry.frame.minX >= origin.x + size.width
        return switch claim {
        case .rowsAndMargin: isInOtherRows && entry.cursor.map { isAway(from: $0, 2, 1) } ?? true
        case .rows: isInOtherRows
        case .field: isInOtherRows || isBesideField
        case .cursor: entry.cursor.map { isAway(from: $0, 0, 0) } ?? true
        }
    }

    /// Whether the ball covers no row of the field on its way home.
    private func isWayClear(from shown: Point) -> Bool {
        guard let entry else { return true }
        let rows = min(shown.y, rest.y)..<max(shown.y, rest.y) + size.height
        return rows.allSatisfy { $0 < entry.frame.minY || $0 >= entry.frame.maxY }
    }

    /// The resting place: the nearest clear row, else the nearest one at the other side, else the home.
    private var rest: Point {
        let lowest = max(0, bottom - (size.height == 1 ? 0 : 2))
        let row = down.map { Int(($0 * Double(bottom)).rounded()) } ?? lowest
        let own = Point(x: isLeft ? 0 : right, y: row)
        for claim in Claim.allCases {
            for x in [own.x, isLeft ? right : 0] {
                let nearest = (0...bottom).filter { isClear(Point(x: x, y: $0), claim) }
                    .min { (abs($0 - row), $0) < (abs($1 - row), $1) }
                if let nearest { return Point(x: x, y: nearest) }
            }
        }
        return own
    }

    var frame: Rect {
        var origin = rest
        if let hand {
            origin = hand.at
        } else if let glide {
            let progress = Double(min(10, (now - glide.began) / 25)) / 10
            let part = 1 - (1 - progress) * (1 - progress)
            origin.x = glide.from.x + Int((Double(rest.x - glide.from.x) * part).rounded())
            origin.y = glide.from.y + Int((Double(rest.y - glide.from.y) * part).rounded())
        }
        return Rect(origin: clamped(origin), size: size)
    }

    // MARK: - Time

    mutating func wait(_ milliseconds: Int) {
        for _ in 0..<milliseconds {
            now += 1
            if let glide, now - glide.began >= 250 { self.glide = nil }
            if let press, !press.isVoid, hand == nil, now - press.began == 500 {
                openTaps()
                hand = (frame.origin, frame.origin)
                glide = nil
            }
            if press == nil, let taps, now - taps.ended == 300 { openTaps() }
        }
    }

    private mutating func openTaps() {
        if let taps { opened.append(taps.count) }
        taps = nil
    }

    private mutating func letGo(from shown: Point) {
        hand = nil
        let isFar = abs(rest.x - shown.x) > 1 || abs(rest.y - shown.y) > 1
        glide = isFar && !isHidden && isWayClear(from: shown) ? (shown, now) : nil
    }

    // MARK: - Touches, relative to where the ball was when the touch began

    mutating func touchBegan(at point: Point) {
        if let taps, abs(taps.start.x - point.x) > 1 || abs(taps.start.y - point.y) > 1 { openTaps() }
        press = Press(start: point, began: now, last: point)
    }

    mutating func touchMoved(to point: Point) {
        guard let press, !press.isVoid, press.last != point else { return }
        self.press?.last = point
        if let hand {
            self.press?.wasDragged = true
            self.hand?.at = hand.origin + (point - press.start)
        } else if abs(point.x - press.start.x) > 1 || abs(point.y - press.start.y) > 1 {
            self.press?.isVoid = true
            openTaps()
        }
    }

    mutating func touchEnded(at point: Point) {
        touchMoved(to: point)
        guard let press else { return }
        self.press = nil
        let shown = frame.origin
        if hand != nil {
            if press.wasDragged { dock(at: shown) }
            letGo(from: shown)
        } else if !press.isVoid {
            taps = ((taps?.count ?? 0) + 1, taps?.start ?? press.start, now)
            if taps?.count == TapGesture.mostTaps { openTaps() }
        }
    }

    /// The focus is lost, which cancels touches and waiting taps.
    mutating func cancel() {
        taps = nil
        cancelTouch()
    }

    private mutating func cancelTouch() {
        // Counted taps go with the touch that may have been one of them.
        if press != nil { taps = nil }
        press = nil
        if hand != nil { letGo(from: frame.origin) }
    }

    // MARK: - Resting

    private mutating func dock(at point: Point) {
        if point.x != right - point.x { isLeft = point.x < right - point.x }
        keep(row: point.y)
    }

    private mutating func keep(row: Int) {
        down = bottom > 0 ? Double(row) / Double(bottom) : down ?? 1
        remembered.append("\(isLeft ? "left" : "right") \(down ?? -1)")
    }

    mutating func resize(to size: Size) {
        let shown = frame.origin
        screen = size
        if let old = entry, !isOnScreen(old) { entry = nil }
        if glide != nil { letGo(from: clamped(shown)) }
    }

    private func isOnScreen(_ entry: TextEntry) -> Bool {
        !screen.isEmpty && entry.frame.minX < screen.width && entry.frame.maxX > 0 && entry.frame.minY < screen.height
            && entry.frame.maxY > 0
    }

    mutating func moveEntry(to entry: TextEntry?) {
        let (shown, target) = (frame.origin, rest)
        self.entry = entry.flatMap { isOnScreen($0) ? $0 : nil }
        let isInTheWay = glide != nil && !isWayClear(from: shown)
        if hand == nil, rest != target || isInTheWay { letGo(from: shown) }
    }

    mutating func step(by step: Point) {
        guard hand == nil else { return }
        let (shown, from) = (frame.origin, rest)
        var rows = [from.y + step.y]
        if step.y != 0, isClear(from, .rowsAndMargin) {
            // The first clear row on the way, unless there is none before the edge.
            rows = Array(stride(from: from.y + step.y, through: step.y < 0 ? 0 : bottom, by: step.y))
                .filter { isClear(Point(x: from.x, y: $0), .rowsAndMargin) }
            if rows.isEmpty { rows = [from.y] }
        }
        if right > 0 { isLeft = step.x == 0 ? from.x < right : step.x < 0 }
        keep(row: min(max(0, rows[0]), bottom))
        letGo(from: shown)
    }

    mutating func hide() {
        isHidden = true
        if press != nil { taps = nil }
        press = nil
        hand = nil
        glide = nil
    }
}
