/// What a presentation's skip control tells at a moment; equal ones look the same.
struct SplashCountdown: Hashable, Sendable {
    /// The seconds that are left, a begun one counted as whole.
    var count: Int

    /// The parts of the ring that are left.
    var ring: Int

    /// When it can be skipped.
    var way: Way

    enum Way: Hashable, Sendable {
        /// From now on.
        case open
        /// In so many seconds, a begun one counted as whole.
        case opensIn(Int)
        /// Not at all.
        case closed
    }
}
