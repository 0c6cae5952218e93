/// The layers of the last frame, to find out what a new one changes.
struct LayerHistory {
    private var layers: [ShownLayer] = []

    /// Returns whether a frame has the same layers in the same places as the last one.
    func shows(_ frame: borrowing Frame) -> Bool {
        guard frame.layers.count == layers.count else { return false }
        for index in layers.indices where !layers[index].isSame(as: frame.layers[index]) { return false }
        return true
    }

    /// Replaces the history with a new frame, and adds what it changes to the damage.
    mutating func replace(with frame: borrowing Frame, addingChangesTo damage: inout DamageMap) {
        if hasLayers(of: frame) {
            for index in layers.indices where !layers[index].isSame(as: frame.layers[index]) {
                let next = ShownLayer(frame.layers[index])
                add(layers[index], next, to: &damage)
                layers[index] = next
            }
        } else {
            let next = frame.layers.map { ShownLayer($0) }
            addChanges(of: frame, next, to: &damage)
            layers = next
        }
    }

    /// Returns whether a frame has the layers of the last one in the same order, as most frames have.
    private func hasLayers(of frame: borrowing Frame) -> Bool {
        guard frame.layers.count == layers.count else { return false }
        for index in layers.indices where layers[index].id != frame.layers[index].id { return false }
        return true
    }

    private func addChanges(of frame: borrowing Frame, _ next: [ShownLayer], to damage: inout DamageMap) {
        let places = places(of: next)
        var isGone = [Bool](repeating: true, count: layers.count)
        for (index, place) in places.enumerated() {
            if place < 0 {
                add(next[index], next[index], to: &damage)
                continue
            }
            isGone[place] = false
            if !layers[place].isSame(as: frame.layers[index]) { add(layers[place], next[index], to: &damage) }
        }
        for (place, isGone) in isGone.enumerated() where isGone {
            add(layers[place], layers[place], to: &damage)
        }
        for index in LayerHistory.reordered(places) {
            add(next[index], next[index], to: &damage)
        }
    }

    /// Returns the place of each layer in the last frame; -1 for a new layer.
    private func places(of next: [ShownLayer]) -> [Int] {
        // Only the first of several layers with one id counts.
        let last = Dictionary(zip(layers.map(\.id), layers.indices)) { first, _ in first }
        return next.map { last[$0.id] ?? -1 }
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
    private func add(_ last: ShownLayer, _ next: ShownLayer, to damage: inout DamageMap) {
        // Frames come from plugins and may lie anywhere, so only rows of the screen are looked at.
        let first = max(0, min(last.frame.minY, next.frame.minY))
        let end = min(damage.size.height, max(last.frame.maxY, next.frame.maxY))
        guard first < end else { return }
        for y in first..<end {
            let (before, after) = (last.columns(inRow: y), next.columns(inRow: y))
            if !before.isEmpty, !after.isEmpty, before.lowerBound <= after.upperBound,
                after.lowerBound <= before.upperBound
            {
                let lower = min(before.lowerBound, after.lowerBound)
                damage.add(lower..<max(before.upperBound, after.upperBound), row: y)
            } else {
                damage.add(before, row: y)
                damage.add(after, row: y)
            }
        }
    }
}

/// The place of a layer on the last frame, and the columns that it covers in each row.
private struct ShownLayer {
    let id: UInt64
    let version: UInt64
    let alpha: UInt8
    let frame: Rect
    private let rows: [RowSummary]

    init(_ layer: borrowing Layer) {
        id = layer.id
        version = layer.version
        alpha = layer.alpha
        frame = layer.frame
        rows = layer.canvas.rows
    }

    /// Returns whether the layer looks as another does, in the same place.
    func isSame(as layer: borrowing Layer) -> Bool {
        id == layer.id && version == layer.version && alpha == layer.alpha && frame == layer.frame
    }

    /// Returns the columns of a row of the screen that the layer may cover.
    @inline(__always)
    func columns(inRow y: Int) -> Range<Int> {
        let row = y &- frame.minY
        guard alpha > 0, row >= 0, row < min(frame.height, rows.count) else { return 0..<0 }
        let columns = rows[row].columns
        let lower = frame.minX &+ columns.lowerBound
        let upper = frame.minX &+ min(frame.width, columns.upperBound)
        return lower < upper ? lower..<upper : 0..<0
    }
}
