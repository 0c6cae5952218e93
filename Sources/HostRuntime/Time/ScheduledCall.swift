/// A closure that a clock calls once, or at each time that a rule gives; or once each time that it's started.
@MainActor final class ScheduledCall {
    /// Returns the time of the call after the one at `now`; nil if that is the last.
    typealias Rule = @MainActor (_ now: Duration) -> Duration?

    private struct Work {
        let body: @MainActor (_ now: Duration) -> Void
        let completion: (@MainActor () -> Void)?
    }

    /// The plugin's call that scheduled it; the clock sets this.
    var scheduler = CallEntry.none

    /// The clock, which sets this.
    weak var clock: HostClock?

    /// The place among the clock's timers, which the clock sets; nil when no call is to come.
    var place: TimerQueue<ScheduledCall>.ID?

    private let rule: Rule?
    /// Whether the call may be started again after its end.
    private let isReusable: Bool
    // Released at the end, because its captures may hold the timer.
    private var work: Work?

    /// Creates a call at each time of a rule, or only once without one; the completion comes after the last one.
    init(
        rule: Rule? = nil,
        isReusable: Bool = false,
        _ body: @escaping @MainActor (_ now: Duration) -> Void,
        completion: (@MainActor () -> Void)? = nil
    ) {
        self.rule = rule
        self.isReusable = isReusable
        work = Work(body: body, completion: completion)
    }

    /// Creates a call at each time of a rule, or only once without one.
    convenience init(rule: Rule? = nil, isReusable: Bool = false, _ body: @escaping @MainActor () -> Void) {
        self.init(rule: rule, isReusable: isReusable, { _ in body() })
    }

    /// Returns the time of the call after the one at `now`; nil if that is the last.
    func next(after now: Duration) -> Duration? {
        rule?(now)
    }

    /// Calls the closure, and the completion after the last time.
    func fire(at now: Duration) {
        guard let work else { return }
        let isLast = place == nil && !isReusable
        if isLast, work.completion == nil { self.work = nil }
        work.body(now)
        // The body may have cancelled it.
        guard isLast, self.work != nil else { return }
        self.work = nil
        work.completion?()
    }

    /// Whether nothing is called any more.
    var isSpent: Bool { work == nil }

    /// Ends the calls; a second time does nothing.
    func cancel() {
        // Released when the clock's timers are in order again: its captures may cancel others then.
        let work = work
        self.work = nil
        stop()
        withExtendedLifetime(work) {}
    }

    /// Takes the call out of its clock's timers.
    func stop() {
        guard let place else { return }
        self.place = nil
        clock?.remove(place)
    }
}

/// A scheduled timer, which ends when it is cancelled or released.
///
/// A plugin's timer continues even when it's released: the plugin's end cancels it.
@MainActor public final class HostTimer {
    private let call: ScheduledCall

    init(_ call: ScheduledCall) {
        self.call = call
    }

    /// A timer that has ended already.
    static var spent: HostTimer {
        let timer = HostTimer(ScheduledCall {})
        timer.cancel()
        return timer
    }

    /// Whether the timer was cancelled or has fired for the last time, and its completion was called.
    var isSpent: Bool { call.isSpent }

    /// Ends the timer, whose closure isn't called any more.
    public func cancel() {
        call.cancel()
    }

    isolated deinit {
        call.cancel()
    }
}
