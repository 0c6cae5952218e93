internal import FoundationEssentials

/// Records a live session: gives each event its moment, and passes its steps on.
///
/// An event waits until no timer is due and no task can continue, as the step of
/// a script does, so that a replay finds the host in the same state. A timer waits
/// for the tasks, too. Neither waits longer than `waitLimit`: a session
/// continues even when a plugin never rests. Only the return from a stop waits for
/// nothing: the timers that have fallen due meanwhile come after it.
@MainActor final class SessionRecording {
    /// The longest time that an event or a timer waits for the program.
    nonisolated static let waitLimit: Duration = .milliseconds(50)

    /// The time between two looks at the machine's calendar and time zone.
    private static let calendarInterval: Duration = .seconds(60)

    let time: RecordedTime

    /// Called with each step, in order.
    var onStep: (@MainActor (ScriptStep) -> Void)?

    private var recorder = SessionRecorder()
    private unowned let host: AppHost
    private var events: ArraySlice<Event> = []
    private let retry = LoopTimer()
    private let nextInput = LoopTimer()
    private var hasEnded = false
    private var eventWait = Wait()
    private var timerWait = Wait()
    private var lastCalendar: Duration = .zero

    /// Whether the process was stopped until now, and the events of its return come.
    var isReturning = false {
        didSet { if isReturning { time.skipStop() } }
    }

    /// A wait for the program that ends after `waitLimit`.
    private struct Wait {
        private var start: ContinuousClock.Instant?

        /// Returns whether the wait is over: the program is done, or has taken too long.
        mutating func isOver(_ isDone: Bool) -> Bool {
            guard !isDone, let start, start.duration(to: .now) < SessionRecording.waitLimit else {
                let isOver = isDone || start != nil
                start = isOver ? nil : .now
                return isOver
            }
            return false
        }
    }

    private struct Event {
        let step: ScriptStep
        let action: @MainActor () -> Void
    }

    /// Begins to record the input of a host; call it before the launch.
    init(_ host: AppHost, time: RecordedTime) {
        self.host = host
        self.time = time
        host.input.onDelivery = { [unowned self] in record($0) }
        host.input.beforeNext = { [self] in await waitUntilReady() }
        MainLoop.running?.willSleep = { [unowned self] in if isIdle { time.endMoment() } }
        time.acceptsTimer = { [unowned self] in timerWait.isOver(isIdle) }
    }

    /// Ends recording.
    func end() {
        hasEnded = true
        host.input.onDelivery = nil
        host.input.beforeNext = nil
        MainLoop.running?.willSleep = nil
        time.acceptsTimer = nil
        retry.cancel()
        events = []
    }

    private var isIdle: Bool { host.work.activity.isIdle }

    // MARK: - Events

    /// Whether the program has done everything that comes before an event of this moment.
    var acceptsInput: Bool { events.isEmpty && isReady }

    /// Records an event and performs its action, at once or as soon as the program is ready for it.
    func perform(_ step: ScriptStep, _ action: @escaping @MainActor () -> Void) {
        events.append(Event(step: step, action: action))
        performEvents()
    }

    private func performEvents() {
        while let event = events.first {
            guard isReady else { return retry.set(after: .zero) { [unowned self] in performEvents() } }
            events.removeFirst()
            write { $0.record(event.step, at: $1) }
            event.action()
        }
    }

    /// Waits as an event does, for an input that the terminal gave together with the one before.
    private func waitUntilReady() async {
        await withCheckedContinuation { continuation in whenReady { continuation.resume() } }
    }

    /// Calls a closure once the program is ready, but not in the task that asks, which is one more that isn't done.
    private func whenReady(_ body: @escaping @MainActor () -> Void) {
        nextInput.set(after: .zero) { [self] in if hasEnded || isReady { body() } else { whenReady(body) } }
    }

    private var isReady: Bool {
        if isReturning { return true }
        let isDone = !time.isTimerDue && isIdle
        // The main thread may not have slept since the last event, but may have been stopped.
        if isDone { time.endMoment() }
        return eventWait.isOver(isDone)
    }

    private func record(_ input: HostInput) {
        let isSecret = host.windows.isEnteringSecret
        write { $0.record(input, isSecret: isSecret, at: $1) }
    }

    private func write(_ steps: (inout SessionRecorder, Duration) -> [ScriptStep]) {
        let moment = time.beginMoment()
        updateCalendar(at: moment)
        for step in steps(&recorder, moment) { onStep?(step) }
    }

    /// Records that a person has set the clock or travelled.
    private func updateCalendar(at moment: Duration) {
        guard moment - lastCalendar >= SessionRecording.calendarInterval else { return }
        lastCalendar = moment
        var changes: [ScriptStep] = []
        if time.adopt(date: Date()) { changes.append(.date(time.date)) }
        if time.adopt(timeZone: .current) { changes.append(.timeZone(time.timeZone)) }
        for step in changes.flatMap({ recorder.record($0, at: moment) }) { onStep?(step) }
    }
}
