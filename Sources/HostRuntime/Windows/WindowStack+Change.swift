extension WindowStack {
    /// A change that others hear of.
    enum Change: Hashable, Sendable {
        case show(WindowID)
        case hide(WindowID)
        case setLevel(WindowID, WindowLevel)
        case moveToFront(WindowID)
        case makeKey(WindowID)
        case makeKeyAndVisible(WindowID)
        case setCanBecomeKey(WindowID, Bool)
        case remove(WindowID)
        case cancelTouch

        /// The window that the change is for; nil when it is for whichever window has the touch.
        var window: WindowID? {
            switch self {
            case .show(let id), .hide(let id), .setLevel(let id, _), .moveToFront(let id), .makeKey(let id),
                .makeKeyAndVisible(let id), .setCanBecomeKey(let id, _), .remove(let id):
                id
            case .cancelTouch: nil
            }
        }

        /// Whether the window goes for good.
        var isRemoval: Bool {
            if case .remove = self { true } else { false }
        }
    }

    /// What the owner has to do after a change.
    enum Effect: Hashable, Sendable {
        /// Report what happened; the entry is the window's as the change left it.
        case report(WindowEvent, Entry)
        /// Tell a window that its touch is gone, at a point in the window's coordinates.
        case cancelTouch(WindowID, at: Point)

        /// Whether the picture may be another one after the change.
        var changesPicture: Bool {
            switch self {
            case .report(.hidden, _): true
            case .report(_, let entry): !entry.isHidden
            case .cancelTouch: false
            }
        }
    }
}
