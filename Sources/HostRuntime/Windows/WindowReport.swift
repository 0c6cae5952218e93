/// The full state of a window at one moment, hidden or not, for tools that show the stack.
public struct WindowReport: Hashable, Sendable {
    /// The window's identity.
    public let id: WindowID

    /// The window's name.
    public let title: String

    /// The owner of the window: the program or a plugin.
    public let owner: Owner

    /// The window's level.
    public let level: WindowLevel

    /// The cells that the window covers on the screen.
    public let frame: Rect

    /// The opacity, from 0 to 1.
    public let alpha: Double

    /// Whether the window is hidden.
    public let isHidden: Bool

    /// Whether keys go to the window.
    public let isKey: Bool

    /// Whether the window may become key.
    public let canBecomeKey: Bool

    /// Whether the window takes touches at all.
    public let isUserInteractionEnabled: Bool

    /// The points at which the window takes touches.
    public let hitPolicy: HitPolicy

    /// Whether the window has the touch in progress.
    public let hasTouch: Bool
}

extension WindowScene {
    /// Returns reports about all windows, front to back, as if those of an owner weren't there.
    func reports(without owner: Owner?) -> [WindowReport] {
        let stack = stack
        let key = keyWindow(without: owner)
        return stack.entries.reversed().compactMap { entry in
            let info = info(entry)
            guard info.owner != owner else { return nil }
            return WindowReport(
                id: entry.id,
                title: info.title,
                owner: info.owner,
                level: entry.level,
                frame: entry.frame,
                alpha: entry.alpha,
                isHidden: entry.isHidden,
                isKey: key == entry.id,
                canBecomeKey: entry.canBecomeKey,
                isUserInteractionEnabled: entry.isUserInteractionEnabled,
                hitPolicy: entry.hitPolicy,
                hasTouch: stack.touchedWindow == entry.id
            )
        }
    }

    /// Returns the window that is key, or would be without those of an owner.
    func keyWindow(without owner: Owner?) -> WindowID? {
        stack.keyWindow(where: { stack[$0].map { info($0).owner } != owner })
    }
}
