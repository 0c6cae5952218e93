/// One presentation of the advertisement, from being shown to its one outcome; a pure value.
///
/// The time that counts is the time that the advertisement can be seen: from
/// its first frame on, without the times in the background or under an alert.
/// The countdown goes by it, and so does the visible time of the outcome.
struct SplashPresentation: Hashable, Sendable {
    /// What happens to a presentation.
    enum Input: Hashable, Sendable {
        /// The first frame with the advertisement was brought.
        case painted
        /// The time came that `wake` asked for, or any other.
        case tick
        /// The user wants to go on.
        case skip
        /// The user tapped the advertisement itself.
        case tap
        /// The program is not seen any more.
        case enteredBackground
        /// The program is seen again.
        case enteredForeground
        /// An alert came above the advertisement.
        case covered
        /// No alert is above the advertisement any more.
        case uncovered
        /// The advertisement is to go, or is gone already.
        case takenAway
    }

    /// What is to be done.
    enum Effect: Hashable, Sendable {
        /// The countdown shows another number.
        case count(Int)
        /// A tick is wanted after a while; it replaces an earlier one.
        case wake(after: Duration)
        /// No tick is wanted any more.
        case rest
        /// The presentation is over; nothing follows.
        case end(SplashOutcome, visible: Duration)
    }

    /// The number that the countdown shows.
    private(set) var count: Int

    /// Whether there was an outcome.
    private(set) var hasEnded = false

    private let length: Duration
    private let hasLanding: Bool
    private var isPainted = false
    private var isInBackground = false
    private var isCovered = false

    // The time that was seen before the current stretch, and when that began.
    private var seen = Duration.zero
    private var visibleSince: Duration?

    /// Creates a presentation of some seconds, at least one.
    init(seconds: Int, hasLanding: Bool = false) {
        count = max(1, seconds)
        length = .seconds(max(1, seconds))
        self.hasLanding = hasLanding
    }

    /// Takes in what happened at a time of any clock that does not go back.
    mutating func handle(_ input: Input, at now: Duration) -> [Effect] {
        guard !hasEnded else { return [] }
        switch input {
        case .painted:
            isPainted = true
            return follow(at: now)
        case .tick: return follow(at: now)
        case .skip: return end(.skipped, at: now)
        case .tap: return hasLanding ? end(.clicked, at: now) : []
        case .takenAway: return end(isPainted ? .interrupted : .failed, at: now)
        case .enteredBackground:
            isInBackground = true
            return follow(at: now)
        case .enteredForeground:
            isInBackground = false
            return follow(at: now)
        case .covered:
            isCovered = true
            return follow(at: now)
        case .uncovered:
            isCovered = false
            return follow(at: now)
        }
    }

    /// The time that was seen, never more than the countdown's length.
    private func visibleTime(at now: Duration) -> Duration {
        // A tick may be late, and so may the one who hears of it.
        min(length, seen + max(.zero, visibleSince.map { now - $0 } ?? .zero))
    }

    /// Brings the countdown to the present, and starts or stops it.
    private mutating func follow(at now: Duration) -> [Effect] {
        let wasVisible = visibleSince != nil
        let isVisible = isPainted && !isInBackground && !isCovered
        guard isVisible || wasVisible else { return [] }
        seen = visibleTime(at: now)
        visibleSince = isVisible ? now : nil
        guard seen < length else { return endEffects(.finished) }

        var effects: [Effect] = []
        // Whole seconds that are left, a begun one counted as whole.
        let left = Int((length - seen).components.seconds) + ((length - seen).components.attoseconds > 0 ? 1 : 0)
        if left != count {
            count = left
            effects.append(.count(left))
        }
        let untilNext = length - seen - .seconds(left - 1)
        effects.append(isVisible ? .wake(after: untilNext) : .rest)
        return effects
    }

    private mutating func end(_ outcome: SplashOutcome, at now: Duration) -> [Effect] {
        seen = visibleTime(at: now)
        return endEffects(outcome)
    }

    private mutating func endEffects(_ outcome: SplashOutcome) -> [Effect] {
        hasEnded = true
        visibleSince = nil
        var effects: [Effect] = []
        if outcome == .finished, count != 0 {
            count = 0
            effects.append(.count(0))
        }
        return effects + [.rest, .end(outcome, visible: seen)]
    }
}
