public import FoundationEssentials
internal import Synchronization

/// Time that moves only when it is told to, for scripted runs and tests.
@MainActor public final class ManualTime: TimeSource {
    /// The time since the source was made.
    public private(set) var now: Duration = .zero

    /// The calendar time; it moves with `now`, and setting it is a person setting the clock.
    public var date: Date {
        get { currentDate }
        set { calendar.withLock { $0 = Calendar(start: newValue) } }
    }

    /// The calendar time, for any thread.
    nonisolated var currentDate: Date { calendar.withLock { $0.date } }

    /// A date and the time since, from which the present one is worked out anew each time.
    ///
    /// Adding each step to a date would add its rounding too: midnight would be
    /// a little early after a thousand frames.
    private struct Calendar {
        let start: Date
        var elapsed: Duration = .zero

        var date: Date { start.adding(elapsed) }
    }

    private nonisolated let calendar: Mutex<Calendar>

    /// Where the days begin and end; setting it is a person travelling.
    public var timeZone = CivilTimeZone.gmt

    /// The most timers that fire at one moment of one call.
    public static let wakeLimit = 10_000

    private var deadline: Duration?
    private var wake: (@MainActor () -> Void)?

    /// Creates a source that stands at zero, and at a calendar date.
    public init(date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
        calendar = Mutex(Calendar(start: date))
    }

    /// Asks to be woken at a moment, or with nil not at all.
    public func setWake(at deadline: Duration?, _ wake: @escaping @MainActor () -> Void) {
        self.deadline = deadline
        self.wake = deadline == nil ? nil : wake
    }

    /// Moves the time on, stopping at every timer on the way.
    ///
    /// Each timer sees its own moment as `now`, also those that timers add on
    /// the way. A negative duration moves nothing. Timers that start each other
    /// again and again without any time between them are left after
    /// `wakeLimit` of them at one moment; the rest comes with the next call.
    public func advance(by duration: Duration) {
        let target = now + max(.zero, duration)
        var wakes = 0
        while let deadline, deadline <= target {
            wakes = deadline > now ? 1 : wakes + 1
            guard wakes <= ManualTime.wakeLimit else { break }
            move(to: max(now, deadline))
            let wake = self.wake
            self.deadline = nil
            self.wake = nil
            wake?()
        }
        move(to: target)
    }

    private func move(to moment: Duration) {
        let step = moment - now
        calendar.withLock { $0.elapsed += step }
        now = moment
    }
}
