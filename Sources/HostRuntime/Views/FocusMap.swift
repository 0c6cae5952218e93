/// The targets of the arrow keys among several rectangles; a pure value.
struct FocusMap: Hashable, Sendable {
    /// The direction of an arrow key.
    enum Direction: Hashable, Sendable {
        case up, down, left, right

        /// Creates the direction of an arrow key; fails for other keys.
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

    /// Returns the index of the nearest rectangle in a direction; nil if there is none.
    ///
    /// To the sides, only rectangles that share a row count. Up and down, the
    /// nearest row counts, and in it the rectangle with the nearest left edge.
    func neighbor(of index: Int, _ direction: Direction) -> Int? {
        guard frames.indices.contains(index) else { return nil }
        return frames.indices.filter { $0 != index }
            .compactMap { distance(from: frames[index], to: $0, direction) }
            .min { $0 < $1 }?.index
    }

    /// Returns what to compare, in this order; nil for a rectangle that isn't in the direction.
    private func distance(
        from: Rect,
        to index: Int,
        _ direction: Direction
    ) -> (ahead: Int, aside: Int, shift: Int, index: Int)? {
        let to = frames[index]
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
            return (ahead, aside, Int(clamping: (to.minX &- from.minX).magnitude), index)
        case .left, .right:
            guard to.minY < from.maxY, from.minY < to.maxY else { return nil }
            return (ahead, 0, Int(clamping: (to.minY &- from.minY).magnitude), index)
        }
    }
}
