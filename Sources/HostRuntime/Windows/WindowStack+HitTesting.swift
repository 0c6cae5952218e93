extension WindowStack {
    /// The lowest alpha at which a window takes touches, as in UIKit.
    static let lowestTouchableAlpha = 0.01

    /// Returns the frontmost window that takes a touch at a point of the screen.
    ///
    /// `isOnView` is called, with a point in the window's coordinates, for
    /// windows that let touches on their background through.
    func hit(at point: Point, isOnView: (WindowID, Point) -> Bool) -> WindowID? {
        shown.last { $0.verdict(at: point, isOnView: isOnView) == .takes }?.id
    }

    /// Returns the windows that meet a condition, front to back, with whether and why they take a touch at a point.
    func explainHit(
        at point: Point,
        where isAsked: (WindowID) -> Bool = { _ in true },
        isOnView: (WindowID, Point) -> Bool
    ) -> [(entry: Entry, verdict: HitVerdict)] {
        var isTaken = false
        return entries.reversed().filter { isAsked($0.id) }.map { entry in
            guard !isTaken else { return (entry, .covered) }
            let verdict = entry.verdict(at: point, isOnView: isOnView)
            isTaken = verdict == .takes
            return (entry, verdict)
        }
    }
}

extension WindowStack.Entry {
    fileprivate func verdict(at point: Point, isOnView: (WindowID, Point) -> Bool) -> HitVerdict {
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
