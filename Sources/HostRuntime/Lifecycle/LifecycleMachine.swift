/// The life of a program as a value: takes what happened and returns what to tell, in UIKit's order.
///
/// What cannot be (a second lock, a foreground while in front, anything before
/// the launch or after the end) changes nothing and tells nothing. The lock and
/// the focus are remembered even before the launch.
///
/// Locking the screen while the program is in front sends it to the background,
/// and unlocking brings it back, unless it was sent there on purpose meanwhile:
/// then it waits for its foreground. A foreground is believed even while the
/// screen is said to be locked, so that a lost unlock cannot keep the program in
/// the background; the unlock that comes later is told and changes nothing else.
struct LifecycleMachine: Sendable {
    /// What happened to the program.
    enum Input: CaseIterable, Hashable, Sendable {
        case launch
        case background
        case foreground
        case lock
        case unlock
        case focusIn
        case focusOut
        case terminate
    }

    /// How long after the beginning of a period a lock still counts as its cause.
    static let lockGrace = Duration.seconds(1)

    /// How long before the end of a period an unlock still belongs to coming back from the lock.
    static let unlockGrace = Duration.seconds(2)

    /// Where the program is in its life.
    private(set) var state = LifecycleState.notRunning

    /// Whether the screen is locked, as far as was heard.
    private(set) var isLocked = false

    private var isFocused = true
    // Sent to the background on purpose, so that only a foreground ends it.
    private var isSuspended = false
    private var period: Period?
    private var now = Duration.zero

    private struct Period {
        let start: Duration
        var cause: BackgroundPeriod.Cause
        // The first unlock since the lock that is the cause.
        var unlocked: Duration?
    }

    /// Takes what happened at a time since the start; a time before the last one counts as the last one.
    mutating func handle(_ input: Input, at time: Duration) -> [LifecycleEvent] {
        now = max(now, time)
        guard state != .terminated else { return [] }
        return switch input {
        case .launch: launch()
        case .background: background()
        case .foreground: foreground()
        case .lock: lock()
        case .unlock: unlock()
        case .focusIn: focus(true)
        case .focusOut: focus(false)
        case .terminate: terminate()
        }
    }

    // MARK: - Beginning and end

    private mutating func launch() -> [LifecycleEvent] {
        guard state == .notRunning else { return [] }
        state = .inactive
        return [.didFinishLaunching] + becomeActiveIfFocused()
    }

    private mutating func terminate() -> [LifecycleEvent] {
        let wasRunning = isRunning
        let resigning = resignActive()
        state = .terminated
        return wasRunning ? resigning + [.willTerminate] : []
    }

    private var isRunning: Bool { state != .notRunning }

    // MARK: - Focus

    private mutating func focus(_ isFocused: Bool) -> [LifecycleEvent] {
        self.isFocused = isFocused
        return isFocused ? becomeActiveIfFocused() : resignActive()
    }

    private mutating func becomeActiveIfFocused() -> [LifecycleEvent] {
        guard state == .inactive, isFocused else { return [] }
        state = .active
        return [.didBecomeActive]
    }

    private mutating func resignActive() -> [LifecycleEvent] {
        guard state == .active else { return [] }
        state = .inactive
        return [.willResignActive]
    }

    // MARK: - Background and lock

    private mutating func background() -> [LifecycleEvent] {
        guard isRunning else { return [] }
        isSuspended = true
        return enterBackground()
    }

    private mutating func foreground() -> [LifecycleEvent] {
        guard state == .background else { return [] }
        // A stopped program hears nothing of the focus, and who brings it back is looking at it.
        isFocused = true
        return leaveBackground()
    }

    private mutating func lock() -> [LifecycleEvent] {
        guard !isLocked else { return [] }
        isLocked = true
        guard isRunning else { return [] }
        if let period, now - period.start <= LifecycleMachine.lockGrace {
            self.period = Period(start: period.start, cause: .screenLocked)
        }
        return [.screenLockChanged(isLocked: true)] + enterBackground()
    }

    private mutating func unlock() -> [LifecycleEvent] {
        guard isLocked else { return [] }
        isLocked = false
        guard isRunning else { return [] }
        if period?.unlocked == nil { period?.unlocked = now }
        return [.screenLockChanged(isLocked: false)] + (isSuspended ? [] : leaveBackground())
    }

    private mutating func enterBackground() -> [LifecycleEvent] {
        guard state != .background else { return [] }
        let resigning = resignActive()
        let cause: BackgroundPeriod.Cause = isLocked ? .screenLocked : .userLeft
        state = .background
        period = Period(start: now, cause: cause)
        return resigning + [.didEnterBackground(cause)]
    }

    private mutating func leaveBackground() -> [LifecycleEvent] {
        guard state == .background, let period else { return [] }
        state = .inactive
        isSuspended = false
        self.period = nil
        let leftAfterUnlock = period.unlocked.map { now - $0 > LifecycleMachine.unlockGrace } ?? false
        let cause = leftAfterUnlock ? .userLeft : period.cause
        let ended = BackgroundPeriod(start: period.start, end: now, cause: cause)
        return [.willEnterForeground(ended)] + becomeActiveIfFocused()
    }
}
