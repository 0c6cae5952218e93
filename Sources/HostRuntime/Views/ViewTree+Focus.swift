extension ViewTree {
    /// The views that can have the keyboard, in the order in which tab visits them.
    ///
    /// A view comes before what is inside it; beside one another they are read
    /// as a page is, top to bottom and left to right, unless they say otherwise.
    /// What has no room is left out: nobody would see where the keyboard is.
    func focusOrder() -> [View] {
        focusOrder(in: root)
    }

    private func focusOrder(in view: View) -> [View] {
        guard view.takesPart, !view.frame.isEmpty else { return [] }
        return (view.canBecomeFirstResponder ? [view] : []) + readingOrder(view).flatMap(focusOrder)
    }

    private func readingOrder(_ view: View) -> [View] {
        // A stable order: of two at one place the lower one comes first.
        let places = view.subviews.enumerated().map { offset, view in
            (place: (view.focusIndex, view.frame.minY, view.frame.minX, offset), view: view)
        }
        return places.sorted { $0.place < $1.place }.map(\.view)
    }

    /// The views that may have the keyboard when one that has it goes, the best first.
    ///
    /// That is the view itself, should it come back at once, then those after
    /// it and then those before it.
    func heirs(of view: View) -> [View] {
        var before: [View] = []
        var after: [View] = []
        var isPassed = false
        func walk(_ current: View) {
            if current === view {
                isPassed = true
                return
            }
            guard current.takesPart else { return }
            if current.canBecomeFirstResponder {
                if isPassed { after.append(current) } else { before.append(current) }
            }
            readingOrder(current).forEach(walk)
        }
        walk(root)
        return after + before.reversed()
    }

    /// Gives the keyboard to the next view in order, around the end.
    func moveFocus(by step: Int) -> Bool {
        layoutIfNeeded()
        let views = focusOrder()
        guard !views.isEmpty else { return false }
        let current = views.firstIndex { $0 === firstResponder }
        let next = current.map { ($0 + step + views.count) % views.count } ?? (step > 0 ? 0 : views.count - 1)
        return makeFirstResponder(views[next])
    }

    /// Gives the keyboard to the nearest view in a direction; returns false where there is none.
    func moveFocus(_ direction: FocusMap.Direction) -> Bool {
        layoutIfNeeded()
        let views = focusOrder()
        guard let current = views.firstIndex(where: { $0 === firstResponder }) else { return false }
        let map = FocusMap(frames: views.map { Rect(origin: $0.convertToWindow(.zero), size: $0.frame.size) })
        return map.neighbor(of: current, direction).map { makeFirstResponder(views[$0]) } ?? false
    }
}

/// The views that may get the keyboard next, none of which is kept alive for it.
struct FocusHeirs {
    private struct Heir {
        weak var view: View?
    }

    private var heirs: [Heir] = []

    var isEmpty: Bool { heirs.isEmpty }

    init(_ views: [View] = []) {
        heirs = views.map { Heir(view: $0) }
    }

    var views: [View] { heirs.compactMap(\.view) }
}
