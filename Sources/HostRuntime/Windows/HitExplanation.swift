/// The window that takes a touch at a point, and why the others don't.
///
/// Its description is a table with one line for each window, front to back.
public struct HitExplanation: Hashable, Sendable {
    /// The point, in screen coordinates.
    public var point: Point

    /// The windows of the scene, front to back.
    public var candidates: [Candidate]

    /// The window that takes the touch; nil when none does.
    public var target: WindowInfo? {
        candidates.first { $0.verdict == .takes }?.window
    }

    /// A window and what it does with the touch.
    public struct Candidate: Hashable, Sendable {
        /// The window.
        public var window: WindowInfo

        /// Whether the window takes the touch, with the reason.
        public var verdict: Verdict
    }

    /// Whether a window takes a touch, with the reason.
    public enum Verdict: Hashable, Sendable {
        /// The window takes the touch.
        case takes
        /// The window is hidden.
        case hidden
        /// The point is outside the window's frame.
        case outside
        /// The window's user interaction is disabled.
        case disabled
        /// The window's alpha is under 0.01.
        case transparent
        /// The point is on the background of a window that lets such touches through.
        case background
        /// The window's hit policy takes no touches.
        case policy
        /// A window in front takes the touch, so this one wasn't asked.
        case covered
    }
}

extension HitExplanation.Verdict: CustomStringConvertible {
    /// The verdict in words.
    public var description: String {
        switch self {
        case .takes: "takes the touch"
        case .hidden: "passes: hidden"
        case .outside: "passes: the point is outside its frame"
        case .disabled: "passes: user interaction is disabled"
        case .transparent: "passes: its alpha is under \(WindowStack.lowestTouchableAlpha)"
        case .background: "passes: the point is on its background"
        case .policy: "passes: its hit policy takes no touch"
        case .covered: "not asked: covered by a window that takes the touch"
        }
    }
}

extension HitExplanation: CustomStringConvertible {
    /// A line with the window that takes the touch, and the table below it.
    public var description: String {
        let rows = candidates.map { candidate in
            let window = candidate.window
            return [
                window.title, "\(window.owner)", "level \(window.level)", "\(window.frame)", "\(candidate.verdict)",
            ]
        }
        let table = rows.isEmpty ? [] : [TextTable(rows).description]
        return (["\(point): " + (target.map { "'\($0.title.escapingControls)'" } ?? "no window")] + table)
            .joined(separator: "\n")
    }
}
