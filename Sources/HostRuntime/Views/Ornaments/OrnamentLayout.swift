/// The places of ornaments in an area; a pure value.
///
/// Those at one position are stacked in their order, the first at the edge, and
/// none overlaps another one or what is taken. If they don't all fit, or take more
/// than a quarter of the area, the smallest is left out, until the others do.
enum OrnamentLayout {
    /// The most ornaments in one area; further ones are left out.
    static let most = 16

    /// The largest size of an ornament: half the width and a quarter of the height of the area.
    static func limit(in area: Rect) -> Size { Size(width: area.width / 2, height: area.height / 4) }

    /// Returns the frame of each ornament; nil for those that are left out.
    static func frames(
        of ornaments: [(position: WindowOrnament.Position, size: Size)],
        in area: Rect,
        besides taken: [Rect]
    ) -> [Rect?] {
        let limit = limit(in: area)
        let sizes = ornaments.map {
            Size(width: min($0.size.width, limit.width), height: min($0.size.height, limit.height))
        }
        var kept = sizes.indices.prefix(most).filter { !sizes[$0].isEmpty }
        while !kept.isEmpty {
            var frames = [Rect?](repeating: nil, count: sizes.count)
            var obstacles = taken
            for index in kept {
                guard let frame = place(sizes[index], at: ornaments[index].position, in: area, besides: obstacles)
                else { break }
                frames[index] = frame
                obstacles.append(frame)
            }
            let used = kept.reduce(0) { $0 + sizes[$1].area }
            if kept.allSatisfy({ frames[$0] != nil }), used <= area.size.area / 4 { return frames }
            // Of equal ones the last.
            kept.remove(at: kept.indices.reversed().min { sizes[kept[$0]].area < sizes[kept[$1]].area } ?? 0)
        }
        return sizes.map { _ in nil }
    }

    /// Returns the first free place from a position toward the middle; nil if there is none.
    private static func place(
        _ size: Size,
        at position: WindowOrnament.Position,
        in area: Rect,
        besides obstacles: [Rect]
    ) -> Rect? {
        let x =
            switch position {
            case .topLeft, .left, .bottomLeft: area.minX
            case .top, .bottom: area.minX + (area.width - size.width) / 2
            case .topRight, .right, .bottomRight: area.maxX - size.width
            }
        var frame = Rect(origin: Point(x: x, y: area.minY), size: size)
        let isRising: Bool
        switch position {
        case .topLeft, .top, .topRight: isRising = false
        case .left, .right: (frame.origin.y, isRising) = (area.minY + (area.height - size.height) / 2, false)
        case .bottomLeft, .bottom, .bottomRight: (frame.origin.y, isRising) = (area.maxY - size.height, true)
        }
        while let obstacle = obstacles.first(where: { !$0.intersection(frame).isEmpty }) {
            frame.origin.y = isRising ? obstacle.minY - size.height : obstacle.maxY
        }
        return frame.minY >= area.minY && frame.maxY <= area.maxY ? frame : nil
    }
}

extension Size {
    fileprivate var area: Int { width * height }
}
