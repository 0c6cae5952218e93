/// The lifecycle of a host: feeds the state machine, posts its messages, and waits for their holds.
///
/// An observer may cause the next step. It is posted after the one under way,
/// so that every observer sees all steps in the order in which they happened.
@MainActor final class HostLifecycle {
    /// Called before the message of an event is posted.
    var willPost: (@MainActor (LifecycleEvent) -> Void)?

    /// Called after the message of an event has been posted.
    var didPost: (@MainActor (LifecycleEvent) -> Void)?

    /// Called after `WillTerminate` has been posted, and may hold it.
    var onWillTerminate: (@MainActor (WillTerminate) -> Void)?

    private let bus: NotificationBus
    private let clock: HostClock
    private let log: HostLog
    private var machine = LifecycleMachine()
    private var steps: [@MainActor () -> Void] = []
    private var isPosting = false
    private var backgroundHold: HoldWait?
    private var terminationHold: HoldWait?

    init(bus: NotificationBus, clock: HostClock, log: HostLog) {
        self.bus = bus
        self.clock = clock
        self.log = log
    }

    /// The program's lifecycle state, such as active or in the background.
    var state: LifecycleState { machine.state }

    /// Whether the session's screen is locked.
    var isLocked: Bool { machine.isLocked }

    /// Whether the program has ended and no hold delays that.
    var hasEnded: Bool { state == .terminated && terminationHold == nil }

    /// Feeds an input to the state machine and posts the messages that follow from it.
    func handle(_ input: LifecycleMachine.Input) {
        let events = machine.handle(input, at: clock.now)
        steps += events.map { event in { [self] in post(event) } }
        postSteps()
    }

    /// Goes to the background, calls `before`, and calls the other closure once no hold delays that.
    ///
    /// A return to the foreground meanwhile drops the closure.
    func suspend(before: @escaping @MainActor () -> Void, stop: @escaping @MainActor () -> Void) {
        handle(.background)
        afterSteps { [self] in
            guard state != .terminated else { return }
            before()
            guard let backgroundHold else { return stop() }
            backgroundHold.whenOver { [weak self] in
                if self?.state == .background { stop() }
            }
        }
    }

    /// Posts `WillTerminate`, and calls a closure once no hold delays the end.
    ///
    /// A second call doesn't wait for holds, unless an observer makes it while
    /// the first one is being posted. A program that was never launched ends at
    /// once, without posting `WillTerminate`.
    func terminate(_ end: @escaping @MainActor () -> Void) {
        let isFirst = state != .terminated
        // An observer that asks for the end again joins the end under way.
        guard isFirst || !isPosting else { return }
        if isFirst { handle(.terminate) }
        afterSteps { [self] in
            guard isFirst, let terminationHold else {
                self.terminationHold = nil
                return end()
            }
            terminationHold.whenOver { [weak self] in
                self?.terminationHold = nil
                end()
            }
        }
    }

    private func afterSteps(_ step: @escaping @MainActor () -> Void) {
        steps.append(step)
        postSteps()
    }

    private func postSteps() {
        guard !isPosting else { return }
        isPosting = true
        while !steps.isEmpty { steps.removeFirst()() }
        isPosting = false
    }

    private func post(_ event: LifecycleEvent) {
        willPost?(event)
        switch event {
        case .didFinishLaunching: bus.post(DidFinishLaunching())
        case .didBecomeActive: bus.post(DidBecomeActive())
        case .willResignActive: bus.post(WillResignActive())
        case .didEnterBackground(let cause):
            backgroundHold = HoldWait(bus.postHoldable(WillEnterBackground()), clock: clock, log: log)
            // A hold has its limit even when no stop waits for it.
            backgroundHold?.arm()
            bus.post(DidEnterBackground(cause: cause))
        case .willEnterForeground(let period): bus.post(WillEnterForeground(period: period))
        case .screenLockChanged(let isLocked): bus.post(ScreenLockChanged(isLocked: isLocked))
        case .willTerminate:
            let message = WillTerminate()
            let holds = bus.postHoldable(message)
            onWillTerminate?(message)
            terminationHold = HoldWait(holds, clock: clock, log: log)
        }
        didPost?(event)
    }
}
