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
///
/// A program that is launched into the background stays there until it ends.
struct LifecycleMachine: Sendable {
    enum Input: CaseIterable, Hashable, Sendable {
        case launch
        /// A launch without a screen: nobody is there, and nobody comes.
        case launchIntoBackground
        case background
        case foreground
        case lock
        case unlock
        case focusIn
        case focusOut
        case terminate
    }

    private(set) var state = LifecycleState.notRunning

    /// Whether the screen is locked, as far as is known.
    private(set) var isLocked = false

    private var isFocused = true
    // In the background on purpose, so that only a foreground ends it.
    private var isSuspended = false
    private var period: BackgroundPeriod.Open?
    private var now = Duration.zero

    /// Handles an input at a time since the start; a time before the last one counts as the last one.
    mutating func handle(_ input: Input, at time: Duration) -> [LifecycleEvent] {
        now = max(now, time)
        guard state != .terminated else { return [] }
        return switch input {
        case .launch: launch()
        case .launchIntoBackground: launchIntoBackground()
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

    private mutating func launchIntoBackground() -> [LifecycleEvent] {
        guard state == .notRunning else { return [] }
        // Without a period, because there is no return that could end it.
        state = .background
        return [.didFinishLaunching]
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
        period?.lock(at: now)
        return [.screenLockChanged(isLocked: true)] + enterBackground()
    }

    private mutating func unlock() -> [LifecycleEvent] {
        guard isLocked else { return [] }
        isLocked = false
        guard isRunning else { return [] }
        period?.unlock(at: now)
        return [.screenLockChanged(isLocked: false)] + (isSuspended ? [] : leaveBackground())
    }

    private mutating func enterBackground() -> [LifecycleEvent] {
        guard state != .background else { return [] }
        let resigning = resignActive()
        let period = BackgroundPeriod.Open(start: now, isLocked: isLocked)
        state = .background
        self.period = period
        return resigning + [.didEnterBackground(period.cause)]
    }

    private mutating func leaveBackground() -> [LifecycleEvent] {
        guard state == .background, let period else { return [] }
        state = .inactive
        isSuspended = false
        self.period = nil
        return [.willEnterForeground(period.ended(at: now))] + becomeActiveIfFocused()
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

/// The state of a program's life, with UIKit's names.
public enum LifecycleState: Hashable, Sendable {
    /// The program has not finished launching.
    case notRunning
    /// The program is in front and doesn't have the keyboard.
    case inactive
    /// The program is in front and has the keyboard.
    case active
    /// The program isn't in front: the user left it, the screen is locked, or it was launched without a screen.
    case background
    /// The program is about to end; nothing follows.
    case terminated
}
