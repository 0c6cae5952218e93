package import FoundationEssentials
internal import Synchronization

/// A source of time that moves only when it is told to, for scripted runs and tests.
@MainActor package final class ManualTime: TimeSource {
    /// The time since the source was created.
    package private(set) var now: Duration = .zero

    /// The calendar time, which moves with `now`; setting it is like a person who sets the clock.
    package var date: Date {
        get { currentDate }
        set { calendar.withLock { $0 = Calendar(start: newValue) } }
    }

    /// The calendar time, for any thread.
    package nonisolated var currentDate: Date { calendar.withLock { $0.date } }

    /// A date and the time since.
    ///
    /// Adding each step to the date would add its rounding too: midnight would
    /// come a little early after a thousand frames.
    private struct Calendar {
        let start: Date
        var elapsed: Duration = .zero

        var date: Date { start.adding(elapsed) }
    }

    private nonisolated let calendar: Mutex<Calendar>
    private nonisolated let moment = Mutex(Duration.zero)

    /// The time since the source was created, for any thread.
    package nonisolated var nowOnAnyThread: Duration { moment.withLock { $0 } }

    /// The time zone; setting it is like a person who travels.
    package var timeZone = CivilTimeZone.gmt

    /// The most timers that fire at one moment of one call of `advance(by:)`.
    static let wakeLimit = 10_000

    /// Whether the process is stopped, as from `^Z` to its return: time passes, and no timer fires.
    package var isStopped = false

    private var deadline: Duration?
    private var wake: (@MainActor () -> Void)?

    /// Creates a source at time zero and a calendar date.
    package init(date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
        calendar = Mutex(Calendar(start: date))
    }

    /// Requests a call of `wake` at a time; nil requests none.
    package func setWake(at deadline: Duration?, _ wake: @escaping @MainActor () -> Void) {
        self.deadline = deadline
        self.wake = deadline == nil ? nil : wake
    }

    /// Moves the time forward, and stops at every timer on the way.
    ///
    /// Each timer sees its own time as `now`, including timers that others add on
    /// the way. A negative duration moves nothing. A timer may move the time itself,
    /// and the time then continues from there. If timers start each other again and
    /// again with no time between them, `wakeLimit` of them fire, and the rest waits
    /// for the next call.
    package func advance(by duration: Duration) {
        var target = now + min(max(.zero, duration), HostClock.farthest)
        var wakes = 0
        // A timer may stop the process, as the one that ends a hold does.
        while !isStopped, let deadline, deadline <= target {
            wakes = deadline > now ? 1 : wakes + 1
            guard wakes <= ManualTime.wakeLimit else { break }
            move(to: max(now, deadline))
            let wake = self.wake
            self.deadline = nil
            self.wake = nil
            wake?()
            // Never back behind a timer that has moved the time.
            target = max(target, now)
        }
        move(to: target)
    }

    private func move(to time: Duration) {
        let step = time - now
        calendar.withLock { $0.elapsed += step }
        moment.withLock { $0 = time }
        now = time
    }
}

extension Date {
    /// Returns the date after a duration, as exactly as a date can express it.
    ///
    /// A date counts seconds in binary, to about a ten-millionth. It is read to the
    /// microsecond, which is what it meant: 0.9 s after 12:00:00.1 is 12:00:01, and
    /// not a little earlier.
    func adding(_ duration: Duration) -> Date {
        let microseconds = (timeIntervalSinceReferenceDate * 1e6).rounded()
        // Some thirty thousand years away, a date has no microseconds.
        guard duration != .zero, microseconds.magnitude < 1e18 else { return addingTimeInterval(duration.seconds) }
        let (seconds, rest) = (Int128(microseconds) * 1_000_000_000_000 + duration.attoseconds)
            .quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        return Date(timeIntervalSinceReferenceDate: Double(seconds) + Double(rest) / 1e18)
    }
}
