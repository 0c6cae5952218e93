/// Whether a window takes a touch, with the reason.
enum HitVerdict: String, Sendable {
    case takes = "takes the touch"
    case hidden = "passes: hidden"
    case outside = "passes: the point is outside its frame"
    case disabled = "passes: user interaction is disabled"
    /// Its alpha is under `WindowStack.lowestTouchableAlpha`.
    case transparent = "passes: its alpha is under 0.01"
    case background = "passes: the point is on its background"
    case policy = "passes: its hit policy takes no touch"
    case covered = "not asked: covered by a window that takes the touch"
}
