/// A window's answer to a touch at a point.
public struct HitReport: Hashable, Sendable {
    /// The window that was asked.
    public let window: WindowInfo

    /// Whether it takes the touch, and why.
    public let verdict: HitVerdict
}

/// The route of a person's input, for tools that show which window and view took it.
public struct InputReport: Hashable, Sendable {
    /// The input in words, such as `ctrl-s` or `touch at (3, 4)`; a key in a secret field is only `a key`.
    public let input: String

    /// The window that was asked; nil if there was none.
    public let window: WindowInfo?

    /// The class of the view that used the input; nil if none did, or the window itself did.
    public let view: String?

    /// Whether the window used the input.
    public let isUsed: Bool

    /// The id of the command that the key runs because no window used it; nil if there is none.
    public internal(set) var command: String?

    /// The key, for the command that it may run.
    let key: KeyEvent?
}

extension WindowScene {
    /// Returns the state of all windows, front to back, as if those of an owner weren't there.
    func infos(without owner: Owner?) -> [WindowInfo] {
        let key = keyWindow(without: owner)
        return stack.entries.reversed().map { info($0, key: key) }.filter { $0.owner != owner }
    }

    /// Returns how each window responds to a touch at a point, front to back, as if those of an owner weren't there.
    func hits(at point: Point, without owner: Owner?) -> [HitReport] {
        // A copy: hit-testing calls the contents, which may change windows.
        let stack = stack
        let key = keyWindow(without: owner)
        let answers = stack.explainHit(
            at: point,
            where: { [self] id in stack[id].map { info($0).owner } != owner },
            isUnseen: { [self] in isUnseen($0, without: owner) },
            isOnView: { [self] in isOnView($0, $1) }
        )
        return answers.map { HitReport(window: info($0.entry, key: key), verdict: $0.verdict) }
    }

    /// Returns the window that is key, or would be without those of an owner.
    func keyWindow(without owner: Owner?) -> WindowID? {
        stack.keyWindow(where: { stack[$0].map { info($0).owner } != owner })
    }
}
