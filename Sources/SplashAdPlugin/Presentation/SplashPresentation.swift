/// One presentation of an advertisement, from its cover to its outcome; a pure value.
///
/// It begins with a cover that waits for an advertisement. Time counts while the
/// advertisement is in sight: from the first frame on which it can be seen, but not
/// in the background or under a modal window. The countdown, the moment at which it
/// can be skipped and the visible time of the outcome all use this time.
struct SplashPresentation: Hashable, Sendable {
    /// The rules of a presentation.
    struct Rules: Hashable, Sendable {
        /// The length of the countdown, at least one second.
        var seconds = 5
        /// Whether the advertisement can be skipped at all.
        var canSkip = true
        var skipAfter = 0
        /// The number of steps in which the ring empties; 0 without a ring.
        var ringSteps = 0
    }

    enum Input: Hashable, Sendable {
        /// An advertisement will be on the next frame.
        case shown(hasLanding: Bool)
        /// No advertisement came; ignored once there is one.
        case gaveUp
        /// The cover or the advertisement, as it is now, can be seen on a frame.
        case inSight
        /// The program entered the background, or a modal window is above it.
        case outOfSight
        /// It has faded in: all of it is on the screen.
        case appeared
        /// The next frame shows it in another way: in another size, or with nothing in front of it.
        case changed
        /// Time has passed, such as until a `wake`.
        case tick
        case skip
        case tap
        /// The advertisement is being removed, or is gone already.
        case takenAway
    }

    enum Effect: Hashable, Sendable {
        case countdown(SplashCountdown)
        /// Send a tick after a time, in place of an earlier one.
        case wake(after: Duration)
        case rest
        /// End the presentation, as the last effect; one that was clicked opens its landing page then.
        case end(SplashOutcome, visible: Duration)
    }

    private(set) var hasEnded = false

    private var rules: Rules
    private var length: Duration { .seconds(rules.seconds) }
    private var phase = Phase.waiting
    private var hasLanding = false
    /// Whether a frame has shown it, and nothing has taken it out of sight since.
    private(set) var isInSight = false
    /// Whether a frame has shown it as it is now.
    private var isOnScreen = false

    // The visible time before the current stretch, and the start of the stretch.
    private var seen = Duration.zero
    private var visibleSince: Duration?
    /// The start of the stretch in which all of the advertisement, or of the cover that waits, is visible.
    private var whollyVisibleSince: Duration?
    /// The time of the last tap or key that came too early to open the page.
    private var earlyTap: Duration?

    private enum Phase {
        /// There is no advertisement yet.
        case waiting
        /// There is one, but it was on no frame that could be seen.
        case coming
        case painted
        /// All of it can be seen.
        case appeared
    }

    /// The time that a person takes to see something and to mean it.
    static let reactionTime = Duration.milliseconds(400)

    /// More than the time between two repetitions of a key that is held, and less than a person takes for two.
    static let repeatTime = Duration.milliseconds(150)

    init(_ rules: Rules = Rules()) {
        self.rules = rules
    }

    /// Changes the rules; ignored once there is an advertisement.
    mutating func adopt(_ rules: Rules) {
        guard phase == .waiting, !hasEnded else { return }
        self.rules = rules
    }

    var isRunning: Bool { visibleSince != nil }

    /// Whether it waits for a frame on which it's `inSight`.
    var awaitsFrame: Bool { !hasEnded && !isOnScreen }

    /// Whether the advertisement was seen on a frame.
    var isPainted: Bool { phase == .painted || phase == .appeared }

    /// Whether a key or a touch that begins now counts: the person has had the time to see what it would act on.
    func acceptsInput(at now: Duration) -> Bool {
        !hasEnded && whollyVisibleSince.map { now - $0 >= SplashPresentation.reactionTime } ?? false
    }

    /// Whether a tap on the advertisement would open its landing page.
    var canOpen: Bool { !hasEnded && hasLanding }

    /// Handles an input at a time of any monotonic clock, and returns the effects.
    mutating func handle(_ input: Input, at now: Duration) -> [Effect] {
        guard !hasEnded else { return [] }
        switch input {
        case .shown(let hasLanding):
            guard phase == .waiting else { return [] }
            (phase, isOnScreen) = (.coming, false)
            self.hasLanding = hasLanding
        case .gaveUp: return phase == .waiting ? end(.failed, at: now) : []
        case .inSight:
            if phase == .coming { phase = .painted }
            (isInSight, isOnScreen) = (true, true)
        case .outOfSight: (isInSight, isOnScreen) = (false, false)
        case .appeared: if phase == .painted { phase = .appeared }
        case .changed: isOnScreen = false
        case .tick: break
        case .skip: return canBeSkipped(at: now) ? end(.skipped, at: now) : []
        case .tap: return tap(at: now)
        case .takenAway: return end(isPainted ? .interrupted : .failed, at: now)
        }
        return advance(at: now)
    }

    // MARK: - The user

    private func canBeSkipped(at now: Duration) -> Bool {
        // The rules are for the advertisement; the wait for one can always be skipped.
        if phase == .waiting { return true }
        return rules.canSkip && visibleTime(at: now) >= .seconds(rules.skipAfter)
    }

    private mutating func tap(at now: Duration) -> [Effect] {
        // A key that is held since before it counts stays too early until it's released.
        let isRepeated = earlyTap.map { now - $0 < SplashPresentation.repeatTime } ?? false
        guard acceptsInput(at: now), !isRepeated else {
            earlyTap = now
            return []
        }
        return canOpen ? end(.clicked, at: now) : []
    }

    // MARK: - Time

    /// Returns the visible time, at most the length of the countdown.
    func visibleTime(at now: Duration) -> Duration {
        // A tick may be late.
        min(length, seen + max(.zero, visibleSince.map { now - $0 } ?? .zero))
    }

    /// Advances the countdown to the present, and starts or stops it.
    private mutating func advance(at now: Duration) -> [Effect] {
        let isWhole = isOnScreen && (phase == .waiting || phase == .appeared)
        whollyVisibleSince = isWhole ? whollyVisibleSince ?? now : nil
        let isVisible = isPainted && isInSight
        guard isVisible || isRunning else { return [] }
        let old = countdown
        seen = visibleTime(at: now)
        visibleSince = isVisible ? now : nil
        let changes: [Effect] = countdown == old ? [] : [.countdown(countdown)]
        guard seen < length else { return changes + end(.finished, at: now) }
        return changes + [isVisible ? .wake(after: untilChange) : .rest]
    }

    /// The countdown at the last input.
    var countdown: SplashCountdown {
        let count = partsLeft(of: rules.seconds)
        // A control that would open only at the end does not open.
        let opens = rules.canSkip && rules.skipAfter < rules.seconds
        let untilOpen = count - rules.seconds + rules.skipAfter
        return SplashCountdown(
            count: count,
            ring: partsLeft(of: rules.ringSteps),
            way: !opens ? .closed : untilOpen > 0 ? .opensIn(untilOpen) : .open
        )
    }

    /// The time until the number or the ring changes, at most until the end.
    private var untilChange: Duration {
        let next = [rules.seconds, rules.ringSteps].filter { $0 > 0 }.map { (partsLeft(of: $0) - 1) * nanoseconds / $0 }
        return length - seen - .nanoseconds(next.max() ?? 0)
    }

    /// Returns the number of equal parts of the countdown that are left, rounded up.
    private func partsLeft(of count: Int) -> Int {
        let (seconds, attoseconds) = (length - seen).components
        let left = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        return (left * count + nanoseconds - 1) / nanoseconds
    }

    /// The length of the countdown.
    private var nanoseconds: Int { rules.seconds * 1_000_000_000 }

    // MARK: - The end

    private mutating func end(_ outcome: SplashOutcome, at now: Duration) -> [Effect] {
        seen = visibleTime(at: now)
        visibleSince = nil
        hasEnded = true
        return [.rest, .end(outcome, visible: seen)]
    }
}

/// The reason why a presentation ended, by its word in `splash.ended`.
enum SplashOutcome: String, Hashable, Sendable, CaseIterable {
    /// The user skipped it, or the wait for it.
    case skipped
    /// The countdown reached its end.
    case finished
    /// The user opened its landing page.
    case clicked
    /// It never appeared on the screen.
    case failed
    /// The plugin or the program ended, or its window was closed, while it was on the screen.
    case interrupted
}

/// The countdown that a skip control shows; equal values look the same.
struct SplashCountdown: Hashable, Sendable {
    var count: Int
    var ring: Int
    var way: Way

    /// The state of the way out of an advertisement.
    enum Way: Hashable, Sendable {
        case open
        /// It can be skipped in a number of seconds, rounded up.
        case opensIn(Int)
        case closed
    }
}
