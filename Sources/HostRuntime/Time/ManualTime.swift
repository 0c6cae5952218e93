public import FoundationEssentials
internal import Synchronization

/// Time that moves only when it is told to, for scripted runs and tests.
@MainActor public final class ManualTime: TimeSource {
    /// The time since the source was made.
    public private(set) var now: Duration = .zero

    /// The calendar time; it moves with `now`, and setting it is a person setting the clock.
    public var date: Date {
        get { calendar.withLock { $0 } }
        set { calendar.withLock { $0 = newValue } }
    }

    /// The calendar time, for any thread.
    nonisolated var currentDate: Date { calendar.withLock { $0 } }

    private nonisolated let calendar: Mutex<Date>

    /// Where the days begin and end; setting it is a person travelling.
    public var timeZone = CivilTimeZone.gmt

    /// The most timers that fire at one moment of one call.
    public static let wakeLimit = 10_000

    private var deadline: Duration?
    private var wake: (@MainActor () -> Void)?

    /// Creates a source that stands at zero, and at a calendar date.
    public init(date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
        calendar = Mutex(date)
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
        date += (moment - now).seconds
        now = moment
    }
}

extension Duration {
    /// The duration in seconds, with a fraction.
    public var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
