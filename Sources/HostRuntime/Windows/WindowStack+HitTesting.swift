extension WindowStack {
    /// Whether a window takes a touch, with the reason.
    typealias Verdict = HitExplanation.Verdict

    /// The lowest alpha at which a window takes touches, as in UIKit.
    static let lowestTouchableAlpha = 0.01

    /// Returns the frontmost window that takes a touch at a point of the screen.
    ///
    /// `isOnView` is called, with a point in the window's coordinates, for
    /// windows that let touches on their background through.
    func hit(at point: Point, isOnView: (WindowID, Point) -> Bool) -> WindowID? {
        var index = entries.endIndex
        while index > entries.startIndex {
            index -= 1
            if entries[index].verdict(at: point, isOnView: isOnView) == .takes { return entries[index].id }
        }
        return nil
    }

    /// Returns all windows, front to back, with whether and why they take a touch at a point.
    func explainHit(at point: Point, isOnView: (WindowID, Point) -> Bool) -> [(entry: Entry, verdict: Verdict)] {
        var isTaken = false
        return entries.reversed().map { entry in
            guard !isTaken else { return (entry, .covered) }
            let verdict = entry.verdict(at: point, isOnView: isOnView)
            isTaken = verdict == .takes
            return (entry, verdict)
        }
    }
}

extension WindowStack.Entry {
    fileprivate func verdict(at point: Point, isOnView: (WindowID, Point) -> Bool) -> HitExplanation.Verdict {
        if isHidden { return .hidden }
        if !frame.contains(point) { return .outside }
        if !isUserInteractionEnabled { return .disabled }
        if alpha < WindowStack.lowestTouchableAlpha { return .transparent }
        switch hitPolicy {
        case .opaque: return .takes
        case .passThroughBackground: return isOnView(id, point - frame.origin) ? .takes : .background
        case .none: return .policy
        }
    }
}
