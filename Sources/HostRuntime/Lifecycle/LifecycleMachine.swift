/// The state machine of a program's life: takes inputs and returns events to post, in UIKit's order.
///
/// An input that makes no sense in the current state (a second lock, a foreground
/// while in front, anything after the end) changes nothing and returns no event.
/// The lock and the focus are recorded even before the launch.
///
/// Locking the screen while the program is in front sends it to the background,
/// and unlocking brings it back, unless it was suspended meanwhile: then it waits
/// for its foreground. A foreground takes effect even while the screen counts as
/// locked, so that a lost unlock can't keep the program in the background; a later
/// unlock is reported and changes nothing else.
struct LifecycleMachine: Sendable {
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

    /// The time after the beginning of a period within which a lock counts as its cause.
    static let lockGrace = Duration.seconds(1)

    /// The time before the end of a period within which an unlock is part of coming back from the lock.
    static let unlockGrace = Duration.seconds(2)

    private(set) var state = LifecycleState.notRunning

    /// Whether the screen is locked, as far as is known.
    private(set) var isLocked = false

    private var isFocused = true
    // In the background on purpose, so that only a foreground ends it.
    private var isSuspended = false
    private var period: Period?
    private var now = Duration.zero

    private struct Period {
        let start: Duration
        var cause: BackgroundPeriod.Cause
        // The first unlock after the lock that is the cause.
        var unlocked: Duration?
    }

    /// Handles an input at a time since the start; a time before the last one counts as the last one.
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
        // A stopped program gets no focus reports, and a person who brings it back looks at it.
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

/// An event in a program's life.
enum LifecycleEvent: Hashable, Sendable {
    /// The program has been launched; this is always the first.
    case didFinishLaunching
    case didBecomeActive
    case willResignActive
    /// The program is in the background now, with the cause as far as it's known.
    ///
    /// The cause may still change: a lock can be reported after the background
    /// that it caused. The final one comes with `willEnterForeground`.
    case didEnterBackground(BackgroundPeriod.Cause)
    case willEnterForeground(BackgroundPeriod)
    case screenLockChanged(isLocked: Bool)
    /// The program is about to end; this is always the last.
    case willTerminate
}
