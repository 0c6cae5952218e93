/// A period that the program spent in the background, with its cause.
///
/// Locking the screen also sends a program to the background, a false one: coming back
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

// MARK: - Deciding the cause

extension BackgroundPeriod {
    /// A period that hasn't ended, and what the lock did since it began.
    struct Open: Sendable {
        /// The time after the beginning within which a lock counts as the cause.
        static let lockGrace = Duration.seconds(1)

        /// The time before the end within which an unlock is part of coming back from the lock.
        static let unlockGrace = Duration.seconds(2)

        private let start: Duration

        /// The cause as far as it's known.
        private(set) var cause: Cause

        /// The first unlock after the lock that is the cause.
        private var unlocked: Duration?

        init(start: Duration, isLocked: Bool) {
            self.start = start
            cause = isLocked ? .screenLocked : .userLeft
        }

        mutating func lock(at now: Duration) {
            guard now - start <= Open.lockGrace else { return }
            cause = .screenLocked
            unlocked = nil
        }

        mutating func unlock(at now: Duration) {
            if unlocked == nil { unlocked = now }
        }

        /// Returns the whole period, with its final cause.
        func ended(at end: Duration) -> BackgroundPeriod {
            let leftAfterUnlock = unlocked.map { end - $0 > Open.unlockGrace } ?? false
            return BackgroundPeriod(start: start, end: end, cause: leftAfterUnlock ? .userLeft : cause)
        }
    }
}
