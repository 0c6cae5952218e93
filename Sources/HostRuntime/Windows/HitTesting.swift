/// The points inside its frame at which a window takes touches.
///
/// Geometry decides, not what is drawn: an empty cell of an opaque window takes
/// touches as well.
public enum HitPolicy: Hashable, Sendable {
    /// Takes every touch inside the frame.
    case opaque
    /// Takes touches on the window's views and lets those on the background through.
    ///
    /// The root view is the background.
    case passThroughBackground
    /// Takes no touches.
    case none
}

/// Whether a window takes a touch, with the reason.
public enum HitVerdict: String, Hashable, Sendable {
    /// The window takes the touch.
    case takes = "takes the touch"
    /// The window is hidden.
    case hidden = "passes: hidden"
    /// The point is outside the window's frame.
    case outside = "passes: the point is outside its frame"
    /// The window takes no input.
    case disabled = "passes: user interaction is disabled"
    /// The window's alpha is under 0.01.
    case transparent = "passes: its alpha is under 0.01"
    /// The point is on the window's background, which lets touches through.
    case background = "passes: the point is on its background"
    /// The window's hit policy takes no touch.
    case policy = "passes: its hit policy takes no touch"
    /// Windows in front hide all of the window.
    case unseen = "passes: windows in front hide all of it"
    /// A modal window in front keeps the touch from the window.
    case modal = "not asked: behind a modal window"
    /// A window in front takes the touch.
    case covered = "not asked: covered by a window that takes the touch"
}

extension WindowStack {
    /// The lowest alpha at which a window takes touches, as in UIKit.
    static let lowestTouchableAlpha = 0.01

    /// Returns the frontmost window that takes a touch at a point of the screen; none behind a modal one does.
    ///
    /// `isOnView` is called, with a point in the window's coordinates, for
    /// windows that let touches on their background through, and `isUnseen` for one
    /// that would take the touch if another one that takes touches lies over the point:
    /// else it is seen there, and what it draws needn't be asked.
    func hit(
        at point: Point,
        isUnseen: (Entry) -> Bool = { _ in false },
        isOnView: (WindowID, Point) -> Bool
    ) -> WindowID? {
        var isOverlaid = false
        // By index: only what lies at the point is copied.
        for index in shown.indices.reversed() {
            if shown[index].frame.contains(point) {
                let entry = shown[index]
                if entry.verdict(at: point, isOnView: isOnView) == .takes, !isOverlaid || !isUnseen(entry) {
                    return entry.id
                }
                isOverlaid = isOverlaid || entry.hitPolicy != .none
            }
            if shown[index].isModal, isModal(shown[index]) { return nil }
        }
        return nil
    }

    /// Returns the windows that meet a condition, front to back, with whether and why they take a touch at a point.
    func explainHit(
        at point: Point,
        where isAsked: (WindowID) -> Bool = { _ in true },
        isUnseen: (Entry) -> Bool = { _ in false },
        isOnView: (WindowID, Point) -> Bool
    ) -> [(entry: Entry, verdict: HitVerdict)] {
        var isTaken = false
        var isBehindModal = false
        var isOverlaid = false
        return entries.reversed().filter { isAsked($0.id) }.map { entry in
            guard !isTaken else { return (entry, .covered) }
            guard !isBehindModal || entry.isHidden else { return (entry, .modal) }
            let own = entry.verdict(at: point, isOnView: isOnView)
            let verdict = own == .takes && isOverlaid && isUnseen(entry) ? .unseen : own
            isOverlaid = isOverlaid || !entry.isHidden && entry.hitPolicy != .none && entry.frame.contains(point)
            isTaken = verdict == .takes
            isBehindModal = isBehindModal || isModal(entry)
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
