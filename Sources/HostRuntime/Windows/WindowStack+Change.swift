extension WindowStack {
    /// A change that causes events.
    enum Change: Hashable, Sendable {
        case show(WindowID)
        case hide(WindowID)
        case setLevel(WindowID, WindowLevel)
        case moveToFront(WindowID)
        /// Gives a window a place back that it has had.
        case restore(WindowID, Position)
        case makeKey(WindowID)
        case makeKeyAndVisible(WindowID)
        case setCanBecomeKey(WindowID, Bool)
        case setModal(WindowID, Bool)
        case remove(WindowID)
        case cancelTouch
        /// Passes the keyboard on if the key window may not have it anymore.
        case settleKey

        /// The window that changes; nil if it is the one that has the touch or the keyboard.
        var window: WindowID? {
            switch self {
            case .show(let id), .hide(let id), .setLevel(let id, _), .moveToFront(let id), .restore(let id, _),
                .makeKey(let id), .makeKeyAndVisible(let id), .setCanBecomeKey(let id, _), .setModal(let id, _),
                .remove(let id):
                id
            case .cancelTouch, .settleKey: nil
            }
        }

        /// Whether the change removes the window.
        var isRemoval: Bool {
            if case .remove = self { true } else { false }
        }
    }

    /// An action that the scene carries out after a change.
    enum Effect: Hashable, Sendable {
        /// Report an event; the entry is the window's after the change.
        case report(WindowEvent, Entry)
        /// Cancel a window's touch, at a point in the window's coordinates.
        case cancelTouch(WindowID, at: Point)

        /// Whether the screen may look different after the change.
        var changesPicture: Bool {
            switch self {
            case .report(.hidden, _): true
            case .report(_, let entry): !entry.isHidden
            case .cancelTouch: false
            }
        }
    }
}
