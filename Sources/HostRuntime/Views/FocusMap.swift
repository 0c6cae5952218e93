/// Where the arrows lead from one of several rectangles; a pure value.
struct FocusMap: Hashable, Sendable {
    /// Where an arrow points.
    enum Direction: Hashable, Sendable {
        case up, down, left, right

        /// The direction of an arrow key; nil for other keys.
        init?(_ event: KeyEvent) {
            guard event.modifiers.isEmpty else { return nil }
            switch event.key {
            case .up: self = .up
            case .down: self = .down
            case .left: self = .left
            case .right: self = .right
            default: return nil
            }
        }
    }

    let frames: [Rect]

    /// Returns the nearest rectangle in a direction; nil when nothing lies there.
    ///
    /// To the sides only what shares a row counts. Up and down the nearest row
    /// does, and in it what lies nearest to the left edges' line.
    func neighbor(of index: Int, _ direction: Direction) -> Int? {
        guard frames.indices.contains(index) else { return nil }
        let from = frames[index]
        return frames.indices.filter { $0 != index }
            .compactMap { candidate in distance(from, frames[candidate], direction).map { (candidate, $0) } }
            .min { ($0.1.ahead, $0.1.aside, $0.1.shift, $0.0) < ($1.1.ahead, $1.1.aside, $1.1.shift, $1.0) }?.0
    }

    private struct Distance {
        let ahead: Int
        let aside: Int
        let shift: Int
    }

    private func distance(_ from: Rect, _ to: Rect, _ direction: Direction) -> Distance? {
        let ahead =
            switch direction {
            case .up: from.minY &- to.maxY
            case .down: to.minY &- from.maxY
            case .left: from.minX &- to.maxX
            case .right: to.minX &- from.maxX
            }
        guard ahead >= 0 else { return nil }
        switch direction {
        case .up, .down:
            let aside = max(0, to.minX &- from.maxX, from.minX &- to.maxX)
            return Distance(ahead: ahead, aside: aside, shift: Int(clamping: (to.minX &- from.minX).magnitude))
        case .left, .right:
            guard to.minY < from.maxY, from.minY < to.maxY else { return nil }
            return Distance(ahead: ahead, aside: 0, shift: Int(clamping: (to.minY &- from.minY).magnitude))
        }
    }
}
