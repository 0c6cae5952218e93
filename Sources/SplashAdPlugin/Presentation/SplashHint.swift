/// The key hint on an advertisement.
enum SplashHint {
    /// The width of the longest hint in columns.
    static let width = 23

    /// Returns the hint for the keys that work at the moment; empty if there are none.
    static func text(canOpen: Bool, canSkip: Bool) -> String {
        switch (canOpen, canSkip) {
        case (true, true): "o to open · esc to skip"
        case (true, false): "o to open"
        case (false, true): "esc or space to skip"
        case (false, false): ""
        }
    }
}
