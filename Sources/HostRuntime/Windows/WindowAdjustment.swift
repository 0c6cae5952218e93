/// A change that a tool makes to a window of any party.
public enum WindowAdjustment: Hashable, Sendable {
    /// Shows the window in front of its level.
    case show
    /// Hides the window.
    case hide
    /// Moves the window to the front of a level.
    case level(WindowLevel)
    /// Brings the window in front of the others of its level.
    case front
    /// Makes the window key, if it's visible and may become key.
    case key
}

extension WindowAdjustment: CustomStringConvertible {
    /// The change in the words of a log: `moved to level 1001`.
    public var description: String {
        switch self {
        case .show: "showed"
        case .hide: "hid"
        case .level(let level): "moved to level \(level)"
        case .front: "brought to the front of its level"
        case .key: "made key"
        }
    }
}

/// The state of a window before a `WindowAdjustment`, to take it back.
public struct WindowUndo: Hashable, Sendable {
    /// The window that was changed.
    public let window: WindowID

    /// The change that was made.
    public let change: WindowAdjustment

    let position: WindowStack.Position
    let isHidden: Bool
    let keyWindow: WindowID?
}

extension WindowScene {
    /// Makes a change to a window; returns nil if it changes nothing.
    ///
    /// A key window of the owner that makes the change stays key.
    func apply(_ change: WindowAdjustment, to id: WindowID, by owner: Owner) -> WindowUndo? {
        guard let before = stack[id] else { return nil }
        let undo = WindowUndo(
            window: id,
            change: change,
            position: before.position,
            isHidden: before.isHidden,
            keyWindow: keyWindow(without: owner)
        )
        keepingKey(of: owner) {
            switch change {
            case .show: perform(.show(id))
            case .hide: perform(.hide(id))
            case .level(let level): perform(.setLevel(id, level))
            case .front: perform(.moveToFront(id))
            case .key: perform(.makeKey(id))
            }
        }
        let after = stack[id]
        let isSame = after?.position == before.position && after?.isHidden == before.isHidden
        return isSame && keyWindow(without: owner) == undo.keyWindow ? nil : undo
    }

    /// Gives a window its state before a change, and makes the window key again that was.
    func restore(_ undo: WindowUndo, by owner: Owner) {
        keepingKey(of: owner) {
            // Its owner may have hidden or shown it since another change.
            if [.show, .hide].contains(undo.change) {
                perform(undo.isHidden ? .hide(undo.window) : .show(undo.window))
            }
            // After showing, which brings the window to the front.
            perform(.restore(undo.window, undo.position))
            if let key = undo.keyWindow, key != keyWindow(without: owner) { perform(.makeKey(key)) }
        }
    }

    private func keepingKey(of owner: Owner, _ body: () -> Void) {
        let key = keyWindow.flatMap { $0.owner == owner ? $0 : nil }
        body()
        if let key, !key.isKey { key.makeKey() }
    }
}
