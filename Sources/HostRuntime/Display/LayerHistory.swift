/// The layers of the last frame, to find out what a new one changes.
struct LayerHistory {
    private var layers: [Layer] = []

    /// Returns whether a frame has the same layers in the same places as the last one.
    func shows(_ frame: borrowing Frame) -> Bool {
        guard frame.layers.count == layers.count else { return false }
        for index in layers.indices where !layers[index].isSame(as: frame.layers[index]) { return false }
        return true
    }

    /// Replaces the history with a new frame, and adds what it changes to the damage.
    mutating func replace(with frame: borrowing Frame, addingChangesTo damage: inout DamageMap) {
        addChanges(of: frame, to: &damage)
        layers = frame.layers
    }

    private func addChanges(of frame: borrowing Frame, to damage: inout DamageMap) {
        let places = places(of: frame)
        // Elements of a span are read in place, those of an array are copied.
        let (last, next) = (layers.span, frame.layers.span)
        var isGone = [Bool](repeating: true, count: layers.count)
        for (index, place) in places.enumerated() {
            if place < 0 {
                add(next[index], next[index], to: &damage)
                continue
            }
            isGone[place] = false
            if !last[place].isSame(as: next[index]) { add(last[place], next[index], to: &damage) }
        }
        for (place, isGone) in isGone.enumerated() where isGone {
            add(last[place], last[place], to: &damage)
        }
        for index in LayerHistory.reordered(places) {
            add(next[index], next[index], to: &damage)
        }
    }

    /// Returns the place of each layer of a frame in the last one; -1 for a new layer.
    private func places(of frame: borrowing Frame) -> [Int] {
        var last = LastPlaces(layers.map(\.id))
        return frame.layers.map { last.find($0.id) ?? -1 }
    }

    /// Returns layers that together take part in every change of order.
    ///
    /// Two layers that changed places are in the wrong order in `places`;
    /// redrawing either is enough. Going through it from the back finds the
    /// layers that went down, from the front those that were raised; the
    /// smaller set is returned.
    private static func reordered(_ places: [Int]) -> [Int] {
        var lowered: [Int] = []
        var raised: [Int] = []
        var highest = -1
        for (index, place) in places.enumerated() where place >= 0 {
            if place < highest { lowered.append(index) } else { highest = place }
        }
        if lowered.isEmpty { return [] }
        var lowest = Int.max
        for (index, place) in places.enumerated().reversed() where place >= 0 {
            if place > lowest { raised.append(index) } else { lowest = place }
        }
        return raised.count < lowered.count ? raised : lowered
    }

    /// Adds the cells that a layer may have covered in the last frame, or may cover in the new one.
    private func add(_ last: borrowing Layer, _ next: borrowing Layer, to damage: inout DamageMap) {
        // Frames come from plugins and may lie anywhere, so only rows of the screen are looked at.
        let first = max(0, min(last.frame.minY, next.frame.minY))
        let end = min(damage.size.height, max(last.frame.maxY, next.frame.maxY))
        guard first < end else { return }
        for y in first..<end {
            let (before, after) = (last.columns(inRow: y), next.columns(inRow: y))
            if before.lower < before.upper, after.lower <= before.upper, before.lower <= after.upper {
                let isCovered = after.lower < after.upper
                let lower = isCovered ? min(before.lower, after.lower) : before.lower
                damage.add(lower..<(isCovered ? max(before.upper, after.upper) : before.upper), row: y)
            } else {
                if before.lower < before.upper { damage.add(before.lower..<before.upper, row: y) }
                if after.lower < after.upper { damage.add(after.lower..<after.upper, row: y) }
            }
        }
    }
}

extension Layer {
    fileprivate func isSame(as layer: borrowing Layer) -> Bool {
        id == layer.id && version == layer.version && alpha == layer.alpha && frame == layer.frame
    }

    /// Returns the columns of a row of the screen that the layer may cover; none if they aren't ascending.
    @inline(__always)
    fileprivate func columns(inRow y: Int) -> (lower: Int, upper: Int) {
        let row = y &- frame.minY
        guard alpha > 0, row >= 0, row < min(frame.height, canvas.rows.count) else { return (0, 0) }
        let columns = canvas.rows[row].columns
        return (frame.minX &+ columns.lowerBound, frame.minX &+ min(frame.width, columns.upperBound))
    }
}
