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
        var isGone = [Bool](repeating: true, count: layers.count)
        for (index, place) in places.enumerated() {
            if place >= 0 {
                isGone[place] = false
                if layers[place].isSame(as: frame.layers[index]) { continue }
                add(layers[place], to: &damage)
            }
            add(frame.layers[index], to: &damage)
        }
        for (place, isGone) in isGone.enumerated() where isGone {
            add(layers[place], to: &damage)
        }
        for index in LayerHistory.reordered(places) {
            add(frame.layers[index], to: &damage)
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

    /// Adds the cells that a layer may cover.
    private func add(_ layer: borrowing Layer, to damage: inout DamageMap) {
        guard layer.alpha > 0 else { return }
        let frame = layer.frame
        // Frames come from plugins and may lie anywhere, so they are clipped first.
        let visible = frame.intersection(Rect(origin: .zero, size: damage.size))
        guard !visible.isEmpty else { return }
        for y in visible.minY..<visible.maxY {
            let row = y - frame.minY
            guard row < layer.canvas.rows.count else { break }
            let columns = layer.canvas.rows[row].columns
            let lower = max(visible.minX, frame.minX + columns.lowerBound)
            let upper = min(visible.maxX, frame.minX + columns.upperBound)
            if lower < upper { damage.add(lower..<upper, row: y) }
        }
    }
}

extension Layer {
    fileprivate func isSame(as layer: borrowing Layer) -> Bool {
        id == layer.id && version == layer.version && alpha == layer.alpha && frame == layer.frame
    }
}
