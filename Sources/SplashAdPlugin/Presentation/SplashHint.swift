/// Which keys do what on the advertisement, in a few quiet words.
enum SplashHint {
    /// The columns that the longest one takes.
    static let width = 23

    /// Returns the hint for what can be done at the moment; empty for nothing.
    static func text(canOpen: Bool, canSkip: Bool) -> String {
        switch (canOpen, canSkip) {
        case (true, true): "o to open · esc to skip"
        case (true, false): "o to open"
        case (false, true): "esc or space to skip"
        case (false, false): ""
        }
    }
}
