/// A time that the program spent in the background, with the reason.
///
/// Locking the screen sends a program to the background too, and coming back
/// from that is no return of the user. The cause tells the two apart.
public struct BackgroundPeriod: Hashable, Sendable {
    /// When the program entered the background, since its start.
    public var start: Duration

    /// When the program entered the foreground again, since its start.
    public var end: Duration

    /// Why the program was in the background.
    public var cause: Cause

    /// Creates a period.
    public init(start: Duration, end: Duration, cause: Cause) {
        self.start = start
        self.end = end
        self.cause = cause
    }

    /// How long the program was in the background.
    public var duration: Duration { end - start }

    /// Why a program is in the background.
    ///
    /// The state of the lock decides, so the order in which the four events
    /// arrive does not matter. A lock that is on when the period begins, or that
    /// comes within a second of its beginning, makes the cause `screenLocked`.
    /// An unlock more than two seconds before the end makes it `userLeft` again:
    /// the user unlocked, did something else, and then came back.
    public enum Cause: Hashable, Sendable {
        /// The user left the program.
        case userLeft
        /// The screen was locked while the program was in front.
        case screenLocked
    }
}
