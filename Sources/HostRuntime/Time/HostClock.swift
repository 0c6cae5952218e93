public import FoundationEssentials

/// The host's clock: what time it is, and timers on the main actor.
///
/// Everything that waits in a host waits on this clock, so a scripted run or a
/// test that moves its time by hand sees all of it happen in one fixed order:
/// by deadline, and for one deadline in the order of scheduling.
@MainActor public final class HostClock {
    private let source: any TimeSource
    private var queue = TimerQueue<@MainActor () -> Void>()
    private var armed: Duration?
    private var isFiring = false

    /// Creates a clock on a source of time.
    public init(source: any TimeSource) {
        self.source = source
    }

    /// The time since the host started; it never goes back.
    public var now: Duration { source.now }

    /// The calendar time, which may be set back by a person.
    public var date: Date { source.date }

    /// Where the days begin and end, which changes when a person travels.
    public var timeZone: CivilTimeZone { source.timeZone }

    /// Calls a closure once after a while; a while of zero or less is the next turn.
    ///
    /// The timer is cancelled when the returned token is released.
    public func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> HostTimer {
        schedule(at: now + delay, body)
    }

    /// Calls a closure once at a moment of this clock, or in the next turn when that has passed.
    public func schedule(at deadline: Duration, _ body: @escaping @MainActor () -> Void) -> HostTimer {
        let link = TimerLink()
        let id = queue.add(
            {
                link.timer?.expire()
                body()
            },
            at: max(deadline, now)
        )
        arm()
        let timer = HostTimer { [weak self] in self?.cancel(id) }
        link.timer = timer
        return timer
    }

    /// Calls a closure again and again, first after one interval, on a fixed raster.
    ///
    /// A clock that jumps over several intervals gives one call, not several.
    /// An interval under a millisecond counts as one.
    public func schedule(every interval: Duration, _ body: @escaping @MainActor () -> Void) -> HostTimer {
        let interval = max(interval, .milliseconds(1))
        let repetition = Repetition()
        let start = now
        func next() {
            let passed = Int((now - start).attoseconds / interval.attoseconds)
            repetition.timer = schedule(at: start + interval * (passed + 1)) {
                next()
                body()
            }
        }
        next()
        return HostTimer { repetition.timer = nil }
    }

    /// Lets a firing timer tell its token, which would hold the closure if it were held by it.
    private final class TimerLink {
        weak var timer: HostTimer?
    }

    private final class Repetition {
        var timer: HostTimer?
    }

    /// Waits on this clock; throws `CancellationError` when the task is cancelled meanwhile.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        let sleeper = Sleeper()
        let timer = schedule(after: duration) { sleeper.wake() }
        await sleeper.sleep()
        timer.cancel()
        try Task.checkCancellation()
    }

    // MARK: - Firing

    /// The time at which the earliest timer fires; `nil` while no timer is set.
    package var nextDeadline: Duration? { queue.nextDeadline }

    private func cancel(_ id: TimerQueue<@MainActor () -> Void>.ID) {
        // The payload is released after the queue is left: its captures may
        // cancel other timers on their way out.
        let payload = queue.cancel(id)
        arm()
        withExtendedLifetime(payload) {}
    }

    private func arm() {
        guard !isFiring, armed != queue.nextDeadline else { return }
        armed = queue.nextDeadline
        source.setWake(at: armed) { [weak self] in self?.fire() }
    }

    private func fire() {
        armed = nil
        isFiring = true
        // Only what was due when the turn began: a timer that schedules itself
        // for now must not keep input and frames waiting for ever.
        let turn = now
        if let due = queue.popDue(at: turn) { due.payload() }
        isFiring = false
        arm()
    }
}
