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
    /// A window in front takes the touch.
    case covered = "not asked: covered by a window that takes the touch"
}
