/// What the content of a window draws, as rectangles in the coordinates of the window.
struct ContentAreas: Hashable, Sendable {
    /// The rectangles in which something is drawn.
    var shown: [Rect] = []

    /// The rectangles with a background, which hide what is below them.
    var opaque: [Rect] = []
}

extension Rect {
    /// Returns the parts of the rectangle that aren't in another one: at most four, which don't overlap.
    func partsOutside(_ other: Rect) -> [Rect] {
        let common = intersection(other)
        guard !common.isEmpty else { return isEmpty ? [] : [self] }
        return [
            Rect(x: minX, y: minY, width: width, height: common.minY - minY),
            Rect(x: minX, y: common.minY, width: common.minX - minX, height: common.height),
            Rect(x: common.maxX, y: common.minY, width: maxX - common.maxX, height: common.height),
            Rect(x: minX, y: common.maxY, width: width, height: maxY - common.maxY),
        ].filter { !$0.isEmpty }
    }
}

extension [Rect] {
    /// Returns what is left of the rectangles when others lie on them.
    func uncovered(by covers: [Rect]) -> [Rect] {
        var rest = filter { !$0.isEmpty }
        for cover in covers where !rest.isEmpty { rest = rest.flatMap { $0.partsOutside(cover) } }
        return rest
    }

    /// Returns the parts of the rectangles that are in another one, after a move.
    func offset(by distance: Point, in clip: Rect) -> [Rect] {
        map { $0.offset(by: distance).intersection(clip) }.filter { !$0.isEmpty }
    }
}
