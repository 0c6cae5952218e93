/// A step in a program's life, to be told to others.
public enum LifecycleEvent: Hashable, Sendable {
    /// The program has been launched; this is always the first.
    case didFinishLaunching
    /// The program has the keyboard now.
    case didBecomeActive
    /// The program is about to lose the keyboard.
    case willResignActive
    /// The program is in the background now, with the cause as far as it is known.
    ///
    /// The cause may still change: a lock can be reported after the background
    /// that it caused. What counts comes with `willEnterForeground`.
    case didEnterBackground(BackgroundPeriod.Cause)
    /// The program is about to be in front again.
    case willEnterForeground(BackgroundPeriod)
    /// The screen was locked or unlocked.
    case screenLockChanged(isLocked: Bool)
    /// The program is about to end; this is always the last.
    case willTerminate
}
