extension ViewTree {
    /// Returns the views that can become first responder, in tab order.
    ///
    /// A view comes before its subviews. Siblings are ordered from top to bottom
    /// and from left to right. Views without a size are left out, because the keyboard's place would be invisible.
    func focusOrder() -> [View] {
        focusOrder(in: root)
    }

    private func focusOrder(in view: View) -> [View] {
        guard view.isActive, !view.frame.isEmpty else { return [] }
        return (view.canBecomeFirstResponder ? [view] : []) + readingOrder(view).flatMap(focusOrder)
    }

    /// Returns the subviews from top to bottom and from left to right.
    func readingOrder(_ view: View) -> [View] {
        // A stable order: at the same place, the lower view comes first.
        let places = view.subviews.enumerated().map { offset, view in
            (place: (view.frame.minY, view.frame.minX, offset), view: view)
        }
        return places.sorted { $0.place < $1.place }.map(\.view)
    }

    /// Returns the views that may become first responder when a view goes, best first.
    ///
    /// These are the view itself, in case it comes back at once, then the views after
    /// it, and then the views before it.
    func focusCandidates(of view: View) -> [View] {
        var before: [View] = []
        var after: [View] = []
        var isPassed = false
        func walk(_ current: View) {
            if current === view {
                isPassed = true
                return
            }
            guard current.isActive else { return }
            if current.canBecomeFirstResponder {
                if isPassed { after.append(current) } else { before.append(current) }
            }
            readingOrder(current).forEach(walk)
        }
        walk(root)
        return after + before.reversed()
    }

    /// Moves the keyboard to the next view in tab order, around the ends.
    func moveFocus(by step: Int) -> Bool {
        layoutIfNeeded()
        let views = focusOrder()
        guard !views.isEmpty else { return false }
        let current = views.firstIndex { $0 === firstResponder }
        let next = current.map { ($0 + step + views.count) % views.count } ?? (step > 0 ? 0 : views.count - 1)
        return makeFirstResponder(views[next])
    }

    /// Moves the keyboard to the nearest view in a direction; returns `false` if there is none.
    func moveFocus(_ direction: FocusMap.Direction) -> Bool {
        layoutIfNeeded()
        let views = focusOrder()
        guard let current = views.firstIndex(where: { $0 === firstResponder }) else { return false }
        let map = FocusMap(frames: views.map { Rect(origin: $0.convertToWindow(.zero), size: $0.frame.size) })
        return map.neighbor(of: current, direction).map { makeFirstResponder(views[$0]) } ?? false
    }
}

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
