/// A running program: its bus, windows, commands, services, clock and plugins.
///
/// A host author makes windows and offers commands on it, and knows no plugin.
/// `HostApplication` is the usual way to get one.
@MainActor public final class AppHost {
    /// The program's name.
    public let name: String

    /// The program's version.
    public let version: String

    /// Where messages are posted and observed.
    public let bus = NotificationBus()

    /// What time it is, and timers.
    public let clock: HostClock

    /// The windows on the screen.
    public let windows: WindowScene

    /// The commands that the program and its plugins offer.
    public let commands = CommandRegistry()

    /// The services that the program and its plugins provide.
    public let services = ServiceRegistry()

    /// What the program and its plugins say about their work.
    public let log: HostLog

    /// The settings.
    public let configuration: HostConfiguration

    /// The plugins, and which of them run.
    public private(set) lazy var plugins = PluginRegistry(host: self)

    /// What scenarios decided, for `show decisions`; the newest last.
    private(set) var decisions: [Decision] = []

    /// The stores that were asked for, by namespace.
    var stores: [String: KeyValueStore] = [:]

    /// The stores of secrets, by namespace: nothing lists or shows them.
    var secretStores: [String: KeyValueStore] = [:]

    /// The caches that were asked for, by namespace.
    var caches: [String: ContentCache] = [:]

    let work = WorkTracker()

    /// Where keys, touches and pastes arrive.
    private(set) lazy var input = InputQueue(work: work, clock: clock) { [weak self] in self?.act(on: $0) }

    private let display: any Display
    private let renderer = FrameRenderer()
    private var lockCover = LockCover()
    private var isLockShown = false
    private lazy var frames = FrameScheduler(clock: clock, interval: frameInterval) { [weak self] in self?.present() }
    private let frameInterval: Duration
    private var lifecycle = LifecycleMachine()
    private var lifecycleSteps: [@MainActor () -> Void] = []
    private var isTakingSteps = false
    private var afterFrame: [@MainActor () -> Void] = []
    private var backgroundHold: HoldTimer?
    private var terminationHold: HoldTimer?
    let setup: HostSetup

    /// Called when the program should stop running for a while, as `^Z` asks.
    var onSuspend: (@MainActor () -> Void)?

    /// Called when the program has ended.
    var onTerminate: (@MainActor () -> Void)?

    /// Creates a host that has not been launched.
    package init(_ setup: HostSetup) {
        self.setup = setup
        name = setup.name
        version = setup.version
        display = setup.display
        frameInterval = setup.frameInterval
        clock = HostClock(source: setup.time)
        log = HostLog(clock: clock)
        windows = WindowScene(size: setup.display.traits.size)
        configuration = setup.configuration
        connect()
    }

    private func connect() {
        // Weak: a window or a command that somebody holds may outlive its host.
        windows.onChange = { [weak self] in self?.frames.setNeedsFrame() }
        windows.onEvent = { [weak self] in self?.bus.post(WindowDidChange(event: $0, window: $1)) }
        commands.onChange = { [weak self] in
            // Who wants to know reads the list at the launch.
            guard let self, lifecycleState != .notRunning, lifecycleState != .terminated else { return }
            bus.post(CommandsDidChange())
        }
        commands.onKeyClash = { [weak self] command, owner, holder in
            let key = command.key.map { "\($0)" } ?? ""
            self?.log.add(
                .warning,
                "the key \(key) of '\(command.id)' runs '\(holder.id)', which had it first; choose another one",
                owner: owner
            )
        }
        commands.onRun = { [weak self] in self?.bus.post(CommandDidRun(id: $0, outcome: $2)) }
        services.onChange = { [weak self] in self?.bus.post(ServiceDidChange(name: $0, isProvided: $1)) }
        bus.onFailure = { [weak self] failure in
            AppHost.onMainActor { self?.log.add(.error, "\(failure)", owner: failure.owner) }
        }
        bus.onLeakWarning = { [weak self] warning in
            AppHost.onMainActor { self?.log.add(.warning, "\(warning)", owner: .host) }
        }
    }

    /// Calls a closure on the main actor: at once where the caller is on it, so that
    /// what it logs stands where it happened, and otherwise soon.
    nonisolated static func onMainActor(_ body: @escaping @MainActor @Sendable () -> Void) {
        if PostingThread.current.isMain {
            MainActor.assumeIsolated(body)
        } else {
            Task { @MainActor in body() }
        }
    }

    /// Who owns what the program itself offers.
    

    // MARK: - What the program offers

    /// Makes a hidden window of the program; without a frame it fills the screen.
    ///
    /// Hold on to it: a window that nobody holds disappears.
    public func makeWindow(title: String, level: WindowLevel = .normal, frame: Rect? = nil, root: View) -> Window {
        Window(scene: windows, title: title, level: level, frame: frame, root: root, clock: clock)
    }

    /// Offers a command of the program.
    public func offer(_ command: Command) throws(CommandError) {
        try commands.register(command, owner: .host)
    }

    /// Provides a service of the program.
    public func provide<Service>(_ service: Service, for key: ServiceKey<Service>) throws(ServiceError) {
        try services.provide(service, for: key, owner: .host)
    }

    var hostServiceNames: Set<String> {
        Set(services.all.filter { $0.owner == .host }.map(\.name))
    }

    /// Runs a command and calls back with the text to show, or the error.
    ///
    /// Errors are on the bus too, as `CommandDidRun`.
    public func runCommand(
        _ id: String,
        _ values: [String: PlainValue] = [:],
        completion: @escaping @MainActor (Result<String?, any Error>) -> Void = { _ in }
    ) {
        startCommand(id, values, completion: completion)
    }

    /// Runs a command and returns the run, to watch it and to cancel it, as `CommandRegistry.start` does.
    @discardableResult
    public func startCommand(
        _ id: String,
        _ values: [String: PlainValue] = [:],
        completion: @escaping @MainActor (Result<String?, any Error>) -> Void = { _ in },
        onProgress: @escaping @MainActor (CommandProgress) -> Void = { _ in }
    ) -> CommandRun {
        let run = commands.prepare(id, values, completion: completion, onProgress: onProgress)
        work.start { _ = try? await run.run() }
        return run
    }

    // MARK: - What is remembered

    /// Keeps a decision, so that "why did nothing show?" has an answer.
    public func note(_ decision: Decision) {
        decisions.append(decision, keepingNewest: AppHost.decisionCapacity)
    }

    private static let decisionCapacity = 100

    // MARK: - The screen

    /// The size of the screen and what it can show.
    public var traits: DisplayTraits { display.traits }

    /// Calls a closure once the next frame has been brought.
    func afterNextFrame(_ body: @escaping @MainActor () -> Void) {
        afterFrame.append(body)
        frames.setNeedsFrame()
    }

    /// The frame that is on the screen.
    public func snapshot() -> FrameSnapshot { display.snapshot() }

    /// Where the person types on the last frame, also where a window above covers it; nil for nowhere.
    private(set) var textCursor: Point?

    /// Who wants to know when the text cursor has moved.
    var textCursorObservers: [TextCursorObserver] = []

    private func present() {
        display.present(renderer.frame(of: windows, on: traits))
        if renderer.textCursor != textCursor {
            textCursor = renderer.textCursor
            for observer in textCursorObservers { observer.body(textCursor) }
        }
        let bodies = afterFrame
        afterFrame = []
        for body in bodies { body() }
    }

    /// Draws the whole screen anew, whatever the terminal shows.
    func redraw() {
        display.invalidate()
        frames.setNeedsFrame()
        if isLockShown { showLock() }
    }

    /// Brings the last frame before frames stop for a lock.
    ///
    /// It shows no window, so nobody who waits for a frame is told of it.
    private func showLock() {
        isLockShown = true
        let key = commands["host.lock"]?.key
        display.present(lockCover.frame(size: traits.size, isASCII: traits.isASCII, key: key))
    }

    /// Takes in that the display has another size.
    func displayDidResize() {
        guard lifecycleState != .terminated else { return }
        let size = display.traits.size
        windows.resize(to: size)
        bus.post(DidResize(size: size))
        redraw()
    }

    /// Makes void what the pointer is in the middle of, taps that wait for more included.
    private func cancelGestures() {
        windows.cancelTouch()
        for window in windows.windows {
            RunningCode.call(of: window.owner) { window.viewTree?.cancelGesture() }
        }
    }

    // MARK: - Lifecycle

    /// Whether the program is in front, behind, or neither.
    public var lifecycleState: LifecycleState { lifecycle.state }

    /// Launches the program: its plugins run, then `DidFinishLaunching` is posted.
    ///
    /// The program's own windows, commands and services must be there already.
    /// The first frame comes after all that, so nothing that a plugin covers at
    /// launch is seen before.
    func launch() {
        // The program may have ended itself while it was made.
        guard lifecycleState == .notRunning else { return }
        registerOwnCommands()
        admit(setup.plugins)
        advance(.launch)
        // An observer may have ended the program, or the screen may be locked.
        frames.isPaused = lifecycleState == .background || lifecycleState == .terminated
        frames.setNeedsFrame()
    }

    /// Takes in plugins: at launch, and those that are loaded later.
    func admit(_ records: [PluginRecord]) {
        plugins.admit(records)
        plugins.apply(setup.restrictions)
        plugins.reconcile()
    }

    /// What is known of the plugins without running any of them.
    func foreseePlugins() -> [PluginReport] {
        plugins.admit(setup.plugins)
        plugins.apply(setup.restrictions)
        plugins.foresee()
        return plugins.report
    }

    private func registerOwnCommands() {
        let own: [(id: String, title: String, key: KeyEvent?, action: @MainActor (AppHost) -> Void)] = [
            ("host.quit", "Quit", KeyEvent(.character("q")), { $0.terminate() }),
            ("host.redraw", "Draw the screen anew", KeyEvent(.character("l"), .control), { $0.redraw() }),
            (AppHost.lockCommand, "Lock or unlock, as the session would", KeyEvent(.function(9)), { $0.toggleLock() }),
        ]
        for command in own where commands[command.id] == nil {
            // Cannot clash: it was looked for on this line.
            try? offer(
                Command(id: command.id, title: command.title, group: "Host", key: command.key) { [weak self] _ in
                    if let self { command.action(self) }
                    return nil
                }
            )
        }
    }

    /// The id of the command that locks and unlocks.
    static let lockCommand = "host.lock"

    /// Whether the screen shows nothing but that it is locked.
    var isBehindLock: Bool { lifecycle.isLocked && lifecycle.state == .background }

    private func toggleLock() {
        setScreenLocked(!lifecycle.isLocked)
    }

    /// Feeds the lifecycle's machine and posts what it says.
    private func advance(_ input: LifecycleMachine.Input) {
        let events = lifecycle.handle(input, at: clock.now)
        lifecycleSteps += events.map { event in { [self] in post(event) } }
        takeLifecycleSteps()
    }

    /// Calls a closure when all that has happened to the program is told.
    ///
    /// An observer may cause the next step: it is told after the one under way,
    /// so that everyone hears of both in the order in which they happened.
    private func afterLifecycle(_ step: @escaping @MainActor () -> Void) {
        lifecycleSteps.append(step)
        takeLifecycleSteps()
    }

    private func takeLifecycleSteps() {
        guard !isTakingSteps else { return }
        isTakingSteps = true
        while !lifecycleSteps.isEmpty { lifecycleSteps.removeFirst()() }
        isTakingSteps = false
    }

    private func post(_ event: LifecycleEvent) {
        switch event {
        case .didFinishLaunching: bus.post(DidFinishLaunching())
        case .didBecomeActive: bus.post(DidBecomeActive())
        case .willResignActive:
            cancelGestures()
            bus.post(WillResignActive())
        case .didEnterBackground(let cause):
            frames.isPaused = true
            backgroundHold = HoldTimer(bus.postHoldable(WillEnterBackground()), clock: clock, log: log)
            bus.post(DidEnterBackground(cause: cause))
            if cause == .screenLocked, lifecycleState == .background { showLock() }
        case .willEnterForeground(let period):
            bus.post(WillEnterForeground(period: period))
            // What an observer has just shown is on the first frame that is seen.
            isLockShown = false
            frames.isPaused = false
            redraw()
        case .screenLockChanged(let isLocked): bus.post(ScreenLockChanged(isLocked: isLocked))
        case .willTerminate: terminationHold = HoldTimer(bus.postHoldable(WillTerminate()), clock: clock, log: log)
        }
    }

    func enterBackground() { advance(.background) }
    func enterForeground() { advance(.foreground) }
    func setScreenLocked(_ isLocked: Bool) { advance(isLocked ? .lock : .unlock) }
    func setFocused(_ isFocused: Bool) { advance(isFocused ? .focusIn : .focusOut) }
    func receiveMemoryWarning() { bus.post(DidReceiveMemoryWarning()) }

    /// Goes to the background, as `^Z` asks, and stops when nobody holds that back any more.
    public func suspend() {
        enterBackground()
        afterLifecycle { [self] in
            guard let backgroundHold else {
                onSuspend?()
                return
            }
            backgroundHold.whenOver { [weak self] in
                // A return meanwhile makes the stop void.
                guard let self, lifecycleState == .background else { return }
                onSuspend?()
            }
        }
    }

    /// Ends the program: `WillTerminate` is posted, and when nobody holds that back
    /// any more the plugins end, newest first.
    ///
    /// A second call does not wait for holds.
    public func terminate() {
        let isFirst = lifecycleState != .terminated
        if isFirst { advance(.terminate) }
        afterLifecycle { [self] in
            // A program that was not launched tells nobody of its end, so nobody holds it.
            guard isFirst, let terminationHold else { return end() }
            terminationHold.whenOver { [weak self] in self?.end() }
        }
    }

    /// Whether the program has ended, and nobody holds its end.
    var hasEnded: Bool { lifecycleState == .terminated && terminationHold == nil }

    private func end() {
        terminationHold = nil
        plugins.shutDown()
        flushStores()
        frames.isPaused = true
        let onTerminate = onTerminate
        self.onTerminate = nil
        onTerminate?()
    }

    func pluginDidChange(_ id: String, state: PluginState) {
        if case .failed(let reason) = state { log.add(.error, reason, owner: .plugin(id)) }
        bus.post(PluginStateDidChange(id: id, state: state))
    }
}
