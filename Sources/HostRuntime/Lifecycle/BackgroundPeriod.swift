/// A period that the program spent in the background, with its cause.
///
/// Locking the screen also sends a program to the background, but coming back
/// from that is no return of the user. The cause tells the two apart.
public struct BackgroundPeriod: Hashable, Sendable {
    /// The time at which the program entered the background, since its start.
    var start: Duration

    /// The time at which the program returned to the foreground, since its start.
    var end: Duration

    /// The cause of the background.
    public var cause: Cause

    /// Creates a period.
    public init(start: Duration, end: Duration, cause: Cause) {
        self.start = start
        self.end = end
        self.cause = cause
    }

    /// The time between the start and the end.
    public var duration: Duration { end - start }

    /// The cause of a background period.
    ///
    /// The state of the lock decides, so the order in which the events arrive
    /// doesn't matter. A lock that is on when the period begins, or that comes
    /// within a second of its beginning, makes the cause `screenLocked`. An unlock
    /// more than two seconds before the end makes it `userLeft` again: the user
    /// unlocked, did something else, and then came back.
    public enum Cause: Hashable, Sendable {
        /// The user left the program.
        case userLeft
        /// The screen was locked while the program was in front.
        case screenLocked
    }
}
