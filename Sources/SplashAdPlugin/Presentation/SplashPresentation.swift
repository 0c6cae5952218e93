/// One presentation of the advertisement, from its cover to its one outcome; a pure value.
///
/// It begins with a cover that waits for an advertisement. The time that counts
/// is the time that the advertisement can be seen: from its first frame on,
/// without the times in the background or under an alert. The countdown goes by
/// it, and so do the moment from which it can be skipped and the visible time of
/// the outcome.
struct SplashPresentation: Hashable, Sendable {
    /// What holds for a presentation from its beginning.
    struct Rules: Hashable, Sendable {
        /// The countdown, at least one.
        var seconds = 5
        /// Whether the advertisement can be skipped at all.
        var canSkip = true
        /// The visible seconds after which it can be.
        var skipAfter = 0
        /// Whether it ends when it is tapped.
        var closesAfterTap = true
        /// The steps in which the ring empties; none for no ring.
        var ringSteps = 0

        /// No more than the settings allow, so that the arithmetic with them stays far from any limit.
        fileprivate var inRange: Rules {
            var rules = self
            rules.seconds = min(max(1, seconds), 3600)
            rules.skipAfter = min(max(0, skipAfter), rules.seconds)
            rules.ringSteps = min(max(0, ringSteps), 1000)
            return rules
        }
    }

    /// What happens to a presentation.
    enum Input: Hashable, Sendable {
        /// There is an advertisement, and it is on the next frame.
        case shown(hasLanding: Bool)
        /// No advertisement came; nothing once there is one.
        case gaveUp
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
        /// The skip control tells something else.
        case countdown(SplashCountdown)
        /// A tick is wanted after a while; it replaces an earlier one.
        case wake(after: Duration)
        /// No tick is wanted any more.
        case rest
        /// The presentation is over; nothing follows but `open`.
        case end(SplashOutcome, visible: Duration)
        /// The landing page is to be opened; once at most.
        case open
    }

    /// What the skip control tells.
    private(set) var countdown: SplashCountdown

    /// Whether there was an outcome.
    private(set) var hasEnded = false

    private var rules: Rules
    private var length: Duration { .seconds(rules.seconds) }
    private var phase = Phase.waiting
    private var hasLanding = false
    private var hasOpened = false
    private var isInBackground = false
    private var isCovered = false

    // The time that was seen before the current stretch, and when that began.
    private var seen = Duration.zero
    private var visibleSince: Duration?

    private enum Phase {
        /// There is no advertisement yet.
        case waiting
        /// There is one, and no frame with it was brought.
        case coming
        /// It is or was on the screen.
        case painted
    }

    /// Creates a presentation that waits for an advertisement.
    init(_ rules: Rules = Rules()) {
        self.rules = rules.inRange
        countdown = SplashPresentation.countdown(self.rules, left: .seconds(self.rules.seconds))
    }

    /// Takes other rules; nothing once there is an advertisement.
    mutating func adopt(_ rules: Rules) {
        guard phase == .waiting, !hasEnded else { return }
        self.rules = rules.inRange
        countdown = SplashPresentation.countdown(self.rules, left: length)
    }

    /// Whether the time that counts is running.
    var isRunning: Bool { visibleSince != nil }

    /// Whether a tap on the advertisement would open its landing page.
    var canOpen: Bool { !hasEnded && hasLanding && !hasOpened }

    /// Takes in what happened at a time of any clock that does not go back.
    mutating func handle(_ input: Input, at now: Duration) -> [Effect] {
        guard !hasEnded else { return [] }
        switch input {
        case .shown(let hasLanding):
            guard phase == .waiting else { return [] }
            phase = .coming
            self.hasLanding = hasLanding
            return []
        case .gaveUp: return phase == .waiting ? end(.failed, at: now) : []
        case .painted:
            if phase == .coming { phase = .painted }
            return follow(at: now)
        case .tick: return follow(at: now)
        case .skip: return canBeSkipped(at: now) ? end(.skipped, at: now) : []
        case .tap: return tap(at: now)
        case .takenAway: return end(phase == .painted ? .interrupted : .failed, at: now)
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

    // MARK: - The user

    private func canBeSkipped(at now: Duration) -> Bool {
        // The rules are the advertisement's: nobody has to wait for one.
        if phase == .waiting { return true }
        return rules.canSkip && visibleTime(at: now) >= .seconds(rules.skipAfter)
    }

    private mutating func tap(at now: Duration) -> [Effect] {
        guard phase == .painted, canOpen else { return [] }
        hasOpened = true
        // The outcome first: whoever opens the page may end the plugin with it.
        return rules.closesAfterTap ? end(.clicked, at: now) + [.open] : [.open]
    }

    // MARK: - Time

    /// The time that was seen, never more than the countdown's length.
    func visibleTime(at now: Duration) -> Duration {
        // A tick may be late, and so may the one who hears of it.
        min(length, seen + max(.zero, visibleSince.map { now - $0 } ?? .zero))
    }

    /// Brings the countdown to the present, and starts or stops it.
    private mutating func follow(at now: Duration) -> [Effect] {
        let wasVisible = visibleSince != nil
        let isVisible = phase == .painted && !isInBackground && !isCovered
        guard isVisible || wasVisible else { return [] }
        seen = visibleTime(at: now)
        visibleSince = isVisible ? now : nil
        guard seen < length else { return endEffects(.finished) }

        let left = length - seen
        let effects = change(to: SplashPresentation.countdown(rules, left: left))
        return effects + [isVisible ? .wake(after: SplashPresentation.untilChange(rules, left: left)) : .rest]
    }

    private mutating func change(to countdown: SplashCountdown) -> [Effect] {
        guard countdown != self.countdown else { return [] }
        self.countdown = countdown
        return [.countdown(countdown)]
    }

    private static func countdown(_ rules: Rules, left: Duration) -> SplashCountdown {
        let count = parts(of: rules.seconds, left: left, of: rules.seconds)
        // What would open only at the end does not open.
        let opens = rules.canSkip && rules.skipAfter < rules.seconds
        let untilOpen = count - rules.seconds + rules.skipAfter
        return SplashCountdown(
            count: count,
            ring: parts(of: rules.ringSteps, left: left, of: rules.seconds),
            way: !opens ? .closed : untilOpen > 0 ? .opensIn(untilOpen) : .open
        )
    }

    /// How many of so many equal parts of the countdown are left, a begun one counted as whole.
    private static func parts(of count: Int, left: Duration, of seconds: Int) -> Int {
        let whole = seconds * 1_000_000_000
        return (nanoseconds(left) * count + whole - 1) / whole
    }

    /// The time until the number or the ring change, at most until the end.
    private static func untilChange(_ rules: Rules, left: Duration) -> Duration {
        let whole = rules.seconds * 1_000_000_000
        let now = nanoseconds(left)
        let next = [rules.seconds, rules.ringSteps].filter { $0 > 0 }
            .map { count in (parts(of: count, left: left, of: rules.seconds) - 1) * whole / count }
        return .nanoseconds(now - (next.max() ?? 0))
    }

    private static func nanoseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }

    // MARK: - The end

    private mutating func end(_ outcome: SplashOutcome, at now: Duration) -> [Effect] {
        seen = visibleTime(at: now)
        return endEffects(outcome)
    }

    private mutating func endEffects(_ outcome: SplashOutcome) -> [Effect] {
        hasEnded = true
        visibleSince = nil
        let last = outcome == .finished ? change(to: SplashCountdown(count: 0, ring: 0, way: countdown.way)) : []
        // Whoever followed it has clicked it, however long it stayed after that.
        return last + [.rest, .end(hasOpened ? .clicked : outcome, visible: seen)]
    }
}

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
