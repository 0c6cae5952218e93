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

    private func readingOrder(_ view: View) -> [View] {
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
