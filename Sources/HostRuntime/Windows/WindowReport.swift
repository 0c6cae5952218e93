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

/// A window's answer to a touch at a point.
public struct HitReport: Hashable, Sendable {
    /// The window that was asked.
    public let window: WindowReport

    /// Whether it takes the touch, and why.
    public let verdict: HitVerdict
}

extension WindowScene {
    /// Returns reports about all windows, front to back, as if those of an owner weren't there.
    func reports(without owner: Owner? = nil) -> [WindowReport] {
        let stack = stack
        let key = keyWindow(without: owner)
        return stack.entries.reversed().filter { info($0).owner != owner }.map { report($0, in: stack, key: key) }
    }

    /// Returns how each window responds to a touch at a point, front to back, as if those of an owner weren't there.
    func hits(at point: Point, without owner: Owner?) -> [HitReport] {
        // A copy: hit-testing calls the contents, which may change windows.
        let stack = stack
        let key = keyWindow(without: owner)
        let answers = stack.explainHit(
            at: point,
            where: { [self] id in stack[id].map { info($0).owner } != owner },
            isOnView: { [self] in isOnView($0, $1) }
        )
        return answers.map { HitReport(window: report($0.entry, in: stack, key: key), verdict: $0.verdict) }
    }

    /// Returns the window that is key, or would be without those of an owner.
    func keyWindow(without owner: Owner?) -> WindowID? {
        stack.keyWindow(where: { stack[$0].map { info($0).owner } != owner })
    }

    private func report(_ entry: WindowStack.Entry, in stack: WindowStack, key: WindowID?) -> WindowReport {
        let info = info(entry)
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
