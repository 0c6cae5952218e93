extension WindowStack {
    /// Why a window takes a touch, or why it does not.
    typealias Verdict = HitExplanation.Verdict

    /// The lowest alpha at which a window takes touches; UIKit's number.
    static let lowestTouchableAlpha = 0.01

    /// Returns the frontmost window that takes a touch at a point of the screen.
    ///
    /// `isOnView` is asked, with the point in the window's coordinates, for
    /// windows that let the touches on their background through.
    func hit(at point: Point, isOnView: (WindowID, Point) -> Bool) -> WindowID? {
        var index = entries.endIndex
        while index > entries.startIndex {
            index -= 1
            if entries[index].verdict(at: point, isOnView: isOnView) == .takes { return entries[index].id }
        }
        return nil
    }

    /// Returns every window front to back with why it takes a touch at a point, or why not.
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
