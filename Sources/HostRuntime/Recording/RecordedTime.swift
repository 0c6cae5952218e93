internal import FoundationEssentials
internal import Synchronization

/// The machine's time in steps that a script can repeat: it stands still from one event until all that follows is done.
///
/// A timer that fires a little late sees its own time, and an event comes at a
/// whole millisecond where no timer is in the way. A replay, whose time moves only
/// as the script says, therefore computes the same times. Between two events, what
/// comes from nowhere else, such as the answer of a server, sees the machine's time.
@MainActor final class RecordedTime: TimeSource {
    private let machine: @MainActor () -> Duration
    private let timer = LoopTimer()

    /// The machine's time at the start.
    private var origin: Duration = .zero
    private nonisolated let start = Mutex(ContinuousClock.now)

    /// The moment of the last event.
    private var moment: Duration = .zero

    /// Whether what follows from the last event is still being done.
    private var isMoment = true

    private var deadline: Duration?

    /// Returns whether a timer that is due may fire: the program has done everything that comes before it.
    var acceptsTimer: (@MainActor () -> Bool)?

    /// The calendar time at a moment, from which it is counted.
    private var calendar: (date: Date, moment: Duration)

    /// The time zone, until `adopt(timeZone:)` takes another one.
    private(set) var timeZone: CivilTimeZone

    /// Creates a source at time zero, which stands still until `start`; `machine` returns the machine's time.
    init(date: Date, timeZone: CivilTimeZone, machine: @escaping @MainActor () -> Duration) {
        self.machine = machine
        self.timeZone = timeZone
        calendar = (date.roundedToMilliseconds, .zero)
    }

    /// Creates a source on the machine's clocks.
    convenience init() {
        let system = SystemTime()
        self.init(date: system.date, timeZone: system.timeZone) { system.now }
    }

    /// Starts the time at a date of the calendar, with a moment that lasts until everything at the start is done.
    func start(date: Date) {
        origin = machine()
        start.withLock { $0 = .now }
        calendar = (date.roundedToMilliseconds, .zero)
    }

    private var elapsed: Duration { machine() - origin }

    var now: Duration {
        guard !isMoment else { return moment }
        let real = max(moment, elapsed)
        return deadline.map { min(real, $0) } ?? real
    }

    /// The machine's time, which other threads see: a moment belongs to the main actor.
    nonisolated var nowOnAnyThread: Duration { start.withLock { $0.duration(to: .now) } }

    var date: Date { calendar.date.adding(now - calendar.moment) }

    func setWake(at deadline: Duration?, _ wake: @escaping @MainActor () -> Void) {
        self.deadline = deadline
        guard let deadline else { return timer.cancel() }
        arm(after: deadline - elapsed, deadline, wake)
    }

    private func arm(after delay: Duration, _ deadline: Duration, _ wake: @escaping @MainActor () -> Void) {
        timer.set(after: delay) { [unowned self] in
            // Work that an event has started belongs to its moment, as in a replay.
            guard acceptsTimer?() ?? true else { return arm(after: .zero, deadline, wake) }
            self.deadline = nil
            moment = max(moment, deadline)
            isMoment = true
            wake()
        }
    }

    // MARK: - Events

    /// Whether a timer should have fired before an event that comes now.
    ///
    /// The last event's moment may be a little ahead of the machine: a timer of the moment is due, too.
    var isTimerDue: Bool { deadline.map { $0 <= max(moment, elapsed) } ?? false }

    /// Begins the moment of an event, unless the last one continues, and returns its time.
    func beginMoment() -> Duration {
        guard !isMoment else { return moment }
        let real = now
        let rounded = real.roundedUpToMilliseconds
        if let deadline, rounded >= deadline {
            // A timer of this millisecond comes after the event, also one that has become due by now.
            moment = max(moment, min(real, deadline - .nanoseconds(1)))
        } else {
            moment = rounded
        }
        isMoment = true
        return moment
    }

    /// Begins a moment at the machine's time, past the timers that have fallen due while the process was stopped.
    func skipStop() {
        moment = max(moment, elapsed.roundedUpToMilliseconds)
        isMoment = true
    }

    /// Ends the moment of the last event, because everything that follows from it is done.
    func endMoment() {
        isMoment = false
    }

    // MARK: - The calendar

    /// Adopts the machine's calendar time if a person has set it; returns true if so.
    func adopt(date: Date) -> Bool {
        guard abs(date.timeIntervalSince(self.date)) > 2 else { return false }
        calendar = (date.roundedToMilliseconds, now)
        return true
    }

    /// Adopts the machine's time zone; returns true if it has changed.
    func adopt(timeZone: CivilTimeZone) -> Bool {
        defer { self.timeZone = timeZone }
        return timeZone != self.timeZone
    }
}

extension Duration {
    /// The duration in whole milliseconds, or the next longer one.
    fileprivate var roundedUpToMilliseconds: Duration {
        let millisecond = Duration.milliseconds(1).attoseconds
        let rest = attoseconds % millisecond
        return rest == 0 ? self : self + Duration(attoseconds: millisecond - rest)
    }
}
