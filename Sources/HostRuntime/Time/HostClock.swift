public import FoundationEssentials

/// The host's clock, with timers on the main actor.
///
/// Everything that waits in a host waits on this clock. A scripted run or a test
/// that moves its time by hand sees all of it in one fixed order: by deadline,
/// and for equal deadlines in the order of scheduling.
@MainActor public final class HostClock {
    private let source: any TimeSource
    private var queue = TimerQueue<ScheduledCall>()
    private var armed: Duration?
    private var isFiring = false
    private lazy var wake: @MainActor () -> Void = { [weak self] in self?.fire() }

    /// Creates a clock on a source of time.
    package init(source: any TimeSource) {
        self.source = source
    }

    /// The time since the host started, which never goes back.
    public var now: Duration { source.now }

    /// A closure that returns the time since the host started, on any thread.
    var timeOnAnyThread: @Sendable () -> Duration {
        { [source] in source.nowOnAnyThread }
    }

    /// The calendar time, which a person may set back.
    public var date: Date { source.date }

    /// The time zone, which changes when a person travels.
    public var timeZone: CivilTimeZone { source.timeZone }

    /// The longest delay, some thousand years; sums of it and any time of a clock don't overflow.
    nonisolated static let farthest: Duration = .seconds(1 << 40)

    /// Calls a closure once after a delay; a delay of zero or less means the next turn.
    ///
    /// Releasing the returned timer cancels it.
    public func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> HostTimer {
        schedule(at: now + min(delay, HostClock.farthest), body)
    }

    /// Calls a closure once at a time of this clock, or in the next turn if that has passed.
    func schedule(at deadline: Duration, _ body: @escaping @MainActor () -> Void) -> HostTimer {
        schedule(ScheduledCall(body), at: deadline)
    }

    /// Calls a closure repeatedly, at multiples of an interval from now.
    ///
    /// If the clock jumps over several intervals, there is one call for all of
    /// them. An interval under a millisecond counts as one millisecond.
    public func schedule(every interval: Duration, _ body: @escaping @MainActor () -> Void) -> HostTimer {
        let interval = min(max(interval, .milliseconds(1)), HostClock.farthest).attoseconds
        let start = now
        func next(after now: Duration) -> Duration {
            let passed = (now - start).attoseconds / interval
            return start + Duration(attoseconds: interval * (passed + 1))
        }
        return schedule(ScheduledCall(rule: next, body), at: next(after: start))
    }

    /// Starts a call, first at a time of this clock, or in the next turn if that has passed.
    func schedule(_ call: ScheduledCall, at deadline: Duration) -> HostTimer {
        start(call, at: deadline)
        return HostTimer(call)
    }

    /// Starts a call as `schedule(_:at:)` does, for a caller that stops it itself; it must not be waiting.
    func start(_ call: ScheduledCall, at deadline: Duration) {
        if call.clock !== self { call.clock = self }
        call.scheduler = caller
        call.place = queue.add(call, at: max(deadline, now))
        arm()
    }

    /// Waits on this clock; throws `CancellationError` if the task is cancelled first.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        let sleeper = Sleeper()
        // The task continues in its plugin's name, however long it has slept.
        let caller = caller
        let timer = schedule(after: duration) { RunningCode.call(caller) { sleeper.wake() } }
        await sleeper.sleep()
        timer.cancel()
        try Task.checkCancellation()
    }

    /// The call that is running on the main actor.
    private var caller: CallEntry { RunningCode.mainStack.innermost?.entry ?? .none }

    // MARK: - Firing

    /// The time of the earliest timer; nil if there is none.
    package var nextDeadline: Duration? { queue.nextDeadline }

    /// The number of timers that wait.
    var timerCount: Int { queue.count }

    /// The call that scheduled the timer that fired last.
    ///
    /// Of timers that start each other without end, this names one of them.
    private(set) var lastScheduler = CallEntry.none

    /// Removes a timer that waits.
    func remove(_ id: TimerQueue<ScheduledCall>.ID) {
        _ = queue.cancel(id)
        arm()
    }

    private func arm() {
        guard !isFiring, armed != queue.nextDeadline else { return }
        armed = queue.nextDeadline
        source.setWake(at: armed, wake)
    }

    private func fire() {
        armed = nil
        isFiring = true
        // Only a timer that was due when the turn began: one that schedules itself
        // for now must not keep input and frames waiting forever.
        let turn = now
        if let due = queue.popDue(at: turn) {
            let call = due.payload
            lastScheduler = call.scheduler
            // Before the closure, which may add a timer for the same time.
            call.place = nil
            if let next = call.next(after: turn) { call.place = queue.add(call, at: next) }
            call.fire(at: turn)
        }
        isFiring = false
        arm()
    }
}
