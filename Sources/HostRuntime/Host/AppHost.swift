/// A running program: its bus, windows, commands, services, clock and plugins.
///
/// A host author makes windows and offers commands on it, and knows no plugin.
/// `HostApplication` is the usual way to get one.
@MainActor public final class AppHost {
    /// The program's name.
    public let name: String

    /// The program's version.
    public let version: String

    /// The notification bus.
    public let bus: NotificationBus

    /// The time and its timers.
    public let clock: HostClock

    /// The windows on the screen.
    public let windows: WindowScene

    /// The commands that the program and its plugins offer.
    public let commands: CommandRegistry

    /// The services that the program and its plugins provide.
    public let services: ServiceRegistry

    /// The log of the program and its plugins.
    public let log: HostLog

    /// The settings.
    public let configuration: HostConfiguration

    /// The plugins and their states.
    public let plugins: PluginRegistry

    /// The display and its frames.
    let screen: HostScreen

    /// The stores and caches.
    let storage: HostStorage

    /// The decisions of scenarios, for `show decisions`.
    package let decisions = DecisionLog()

    /// The plugins' downloads.
    package let network: HostNetwork

    /// The state machine of the program's life, and its messages.
    let lifecycle: HostLifecycle

    /// The work that input and scripts wait for.
    let work: WorkTracker

    /// The queue of keys, touches and pastes.
    private(set) lazy var input = InputQueue(work: work, clock: clock) { [weak self] in self?.act(on: $0) }

    /// The key that locks and unlocks the program, as the session would; nil for none.
    ///
    /// The program sets it while it's made. Without one, `host.lock` does it, and escape unlocks.
    public var lockKey: KeyEvent?

    /// Called before `onSuspend`, which a hold may delay, to give up the screen at once.
    package var onWillSuspend: (@MainActor () -> Void)?

    /// Called to stop the process for a while, as `^Z` asks.
    package var onSuspend: (@MainActor () -> Void)?

    /// Called when the program's end begins, which no hold delays any more.
    var onWillEnd: (@MainActor () -> Void)?

    /// Called when the program has ended.
    var onTerminate: (@MainActor () -> Void)?

    /// The seed of the random numbers, which a recording contains; nil for the system's numbers.
    let seed: UInt64?

    private let launchPlugins: [PluginRecord]
    private let restrictions: PluginRestrictions
    private let ownSections: [ConfigurationSection]
    /// The problems that were logged, each once, such as the places whose windows were lost.
    private var reported: Set<String> = []

    /// Creates a host that has not been launched.
    package init(_ setup: HostSetup) {
        name = setup.name
        version = setup.version
        configuration = setup.configuration
        seed = setup.seed
        launchPlugins = setup.plugins
        restrictions = setup.restrictions
        ownSections = setup.sections
        bus = NotificationBus()
        clock = HostClock(source: setup.time)
        let log = HostLog(clock: clock)
        self.log = log
        work = WorkTracker()
        network = HostNetwork(transport: HTTPTransport(application: setup.name, version: setup.version))
        windows = WindowScene(size: setup.display.traits.size)
        commands = CommandRegistry(work: work)
        services = ServiceRegistry()
        screen = HostScreen(
            display: setup.display,
            windows: windows,
            clock: clock,
            frameInterval: setup.frameInterval
        )
        storage = HostStorage(
            directory: setup.stateDirectory,
            cacheDirectory: setup.caches,
            stored: setup.stored,
            rules: [.scenarioRecord]
        ) { [weak log] problem in
            AppHost.onMainActor { log?.add(.warning, "\(problem)", owner: .host) }
        }
        let lifecycle = HostLifecycle(bus: bus, clock: clock, log: log)
        self.lifecycle = lifecycle
        var random = PluginRandom(seed: seed)
        plugins = PluginRegistry(
            PluginEnvironment(
                application: (setup.name, setup.version),
                configuration: configuration,
                programSections: setup.sections,
                bus: bus,
                clock: clock,
                work: work,
                log: log,
                windows: windows,
                screen: screen,
                commands: commands,
                services: services,
                storage: storage,
                decisions: decisions,
                network: network,
                random: { random.fork() },
                lifecycleState: { lifecycle.state }
            ),
            unopened: setup.unopened
        )
        connect()
    }

    /// Posts what the parts report, and logs their problems.
    private func connect() {
        // Weak: a window or a command that is still referenced may outlive its host.
        windows.onChange = { [weak screen] in screen?.setNeedsFrame() }
        windows.onEvent = { [weak bus] in bus?.post(WindowDidChange(event: $0, window: $1)) }
        windows.onPress = { [weak self] in self?.act(on: .key($0)) }
        windows.onLoss = { [weak self] in self?.reportLoss(of: $0) }
        commands.onChange = { [weak self] in
            // Until the launch everyone reads the list at the launch.
            guard let self, lifecycleState != .notRunning, lifecycleState != .terminated else { return }
            bus.post(CommandsDidChange())
        }
        commands.onProblem = { [weak self] owner, problem in
            guard let self, reported.insert(problem).inserted else { return }
            log.add(.warning, problem, owner: owner)
        }
        commands.onRun = { [weak self] run, owner, outcome in
            guard let self else { return }
            // A plugin shows the outcomes of what it runs.
            if run.starter == .host { show(outcome) }
            bus.post(CommandDidRun(id: run.command, owner: owner, starter: run.starter, outcome: outcome))
        }
        services.onChange = { [weak bus] in bus?.post(ServiceDidChange(name: $0, owner: $1, isProvided: $2)) }
        services.onMismatch = { [weak log] in log?.add(.error, "\($0)", owner: $0.owner) }
        bus.listeners.add { [weak log] event in
            let (level, owner): (HostLog.Level, Owner) =
                event.kind == .failure ? (.error, event.owner) : (.warning, .host)
            AppHost.onMainActor { log?.add(level, event.text, owner: owner) }
        }
        lifecycle.willPost = { [weak self] in self?.prepare(for: $0) }
        lifecycle.onWillTerminate = { [weak self] in self?.endRuns(holding: $0) }
        lifecycle.didPost = { [weak self] in self?.followUp($0) }
    }

    /// Calls a closure on the main actor: at once when the caller is on it, so that
    /// log entries keep their order, and otherwise soon.
    nonisolated static func onMainActor(_ body: @escaping @MainActor @Sendable () -> Void) {
        if PostingThread.current.isMain {
            MainActor.assumeIsolated(body)
        } else {
            Task { @MainActor in body() }
        }
    }

    // MARK: - Windows and storage

    /// Makes a hidden window of the program; without a frame it fills the screen.
    ///
    /// Keep it in a property: a window that nothing references disappears. If that
    /// happens before it was drawn, the log names the place, once.
    public func makeWindow(
        title: String,
        level: WindowLevel = .normal,
        frame: Rect? = nil,
        root: View,
        file: String = #fileID,
        line: Int = #line
    ) -> Window {
        Window(
            scene: windows,
            title: title,
            level: level,
            frame: frame,
            root: root,
            clock: clock,
            file: file,
            line: line
        )
    }

    /// Shows a sheet of the program in a window of its own; see `Sheet`.
    ///
    /// The window has the title of the sheet unless another one is given, and is held until the sheet closes.
    public func present(
        _ sheet: Sheet,
        title: String? = nil,
        level: WindowLevel = .normal,
        file: String = #fileID,
        line: Int = #line
    ) {
        sheet.present { makeWindow(title: title ?? sheet.title, level: level, root: $0, file: file, line: line) }
    }

    private func reportLoss(of window: WindowInfo) {
        // At its end, a program may let go of everything.
        guard lifecycleState != .terminated, reported.insert(window.place).inserted else { return }
        log.add(
            .warning,
            "window '\(window.title)' (\(window.place)) disappeared before it was drawn: nothing holds it. "
                + "Keep it in a property, and close it with close()",
            owner: .host
        )
    }

    /// Returns the store of a namespace, which everyone who asks for the same one shares.
    ///
    /// It outlives the program where the host has a folder for it, in the file
    /// `NAMESPACE.json`, and is in memory otherwise. A plugin's namespace is its id.
    public func store(_ namespace: String) -> KeyValueStore { storage.store(namespace) }

    /// Returns the cache of a namespace for bytes that can be fetched again.
    public func cache(_ namespace: String) -> ContentCache { storage.cache(namespace) }

    /// Records a decision, so that "why did nothing show?" has an answer.
    public func record(_ decision: Decision) { record(decision, owner: .host) }

    // MARK: - The screen

    /// The size of the screen and what it can show.
    public var traits: DisplayTraits { screen.traits }

    /// The frame that is on the screen.
    public func snapshot() -> FrameSnapshot { screen.snapshot() }

    /// Shows a text at the foot of the screen for a few seconds, in place of the one before.
    ///
    /// The outcome of a command that a key, a script or the program starts is shown there too. It covers up to three
    /// lines of the windows of level normal, and takes no keys and no touches.
    public func showNotice(_ text: String, isError: Bool = false) {
        screen.show(Notice(text: text, isError: isError))
    }

    private func show(_ outcome: CommandOutcome) {
        guard commands.hasScreen, lifecycleState != .terminated else { return }
        switch outcome {
        case .finished(let text?): showNotice(text)
        case .failed(let error): showNotice(error, isError: true)
        // The text of an earlier command may be out of date.
        case .finished(nil): screen.show(nil)
        case .cancelled: break
        }
    }

    /// Updates the windows for a new size of the display.
    func displayDidResize() {
        guard lifecycleState != .terminated else { return }
        let size = screen.traits.size
        windows.resize(to: size)
        bus.post(DidResize(size: size))
        screen.redraw()
    }

    /// Cancels the touch and the gestures under way, and pending taps.
    private func cancelGestures() {
        windows.cancelTouch()
        for window in windows.windows {
            window.withContent(.input) { $0.cancelGesture() }
        }
    }

    // MARK: - Lifecycle

    /// The program's lifecycle state, such as active or in the background.
    public var lifecycleState: LifecycleState { lifecycle.state }

    /// Whether the screen shows nothing but the lock cover.
    var isBehindLock: Bool { lifecycle.isLocked && lifecycle.state == .background }

    /// Whether the program has ended and no hold delays that.
    var hasEnded: Bool { lifecycle.hasEnded }

    /// Activates the plugins and posts `DidFinishLaunching`.
    ///
    /// The program's own windows, commands and services must be there already.
    /// The first frame comes after all that, so nothing that a plugin covers at
    /// launch is seen before.
    ///
    /// A launch into the background is that of a program without a screen: it never becomes
    /// active, draws no frame, and refuses the commands that need a screen.
    func launch(intoBackground isInBackground: Bool = false) {
        // The program may have ended itself while it was made.
        guard lifecycleState == .notRunning else { return }
        for problem in ownSections.flatMap(configuration.problems) { log.add(.warning, problem, owner: .host) }
        commands.hasScreen = !isInBackground
        offerOwnCommands()
        admit(launchPlugins)
        lifecycle.handle(isInBackground ? .launchIntoBackground : .launch)
        RunningCode.journal.isLaunched = true
        // An observer may have ended the program, or the screen may be locked.
        screen.isPaused = lifecycleState == .background || lifecycleState == .terminated
        screen.setNeedsFrame()
    }

    /// Admits plugins and activates them: at launch, and those that are loaded later.
    func admit(_ records: [PluginRecord]) {
        plugins.admit(records, restrictions)
        plugins.reconcile()
        let text = "there are too many names of plugins and files: a crash isn't blamed on plugins that came later"
        if JournalNames.isFull, reported.insert(text).inserted { log.add(.warning, text, owner: .host) }
    }

    /// Returns what can be said about the plugins without running any of them.
    func previewPlugins() -> [PluginReport] {
        plugins.admit(launchPlugins, restrictions)
        plugins.evaluate()
        return plugins.report
    }

    private func prepare(for event: LifecycleEvent) {
        switch event {
        case .willResignActive: cancelGestures()
        case .didEnterBackground:
            // A touch may have begun while the program was inactive.
            cancelGestures()
            screen.isPaused = true
        default: break
        }
    }

    private func followUp(_ event: LifecycleEvent) {
        switch event {
        case .didEnterBackground(.screenLocked) where lifecycleState == .background:
            screen.showLock(key: unlockKey)
        case .willEnterForeground:
            // A window that an observer has just shown is on the first frame that is seen.
            screen.hideLock()
            screen.isPaused = false
            screen.redraw()
        default: break
        }
    }

    func enterForeground() { lifecycle.handle(.foreground) }
    func setScreenLocked(_ isLocked: Bool) { lifecycle.handle(isLocked ? .lock : .unlock) }
    func setFocused(_ isFocused: Bool) { lifecycle.handle(isFocused ? .focusIn : .focusOut) }
    func receiveMemoryWarning() { bus.post(DidReceiveMemoryWarning()) }

    /// Goes to the background, as `^Z` asks, and stops the process once no hold delays that.
    public func suspend() {
        lifecycle.suspend(
            before: { [weak self] in self?.onWillSuspend?() },
            stop: { [weak self] in self?.onSuspend?() }
        )
    }

    /// Ends the program: posts `WillTerminate`, and ends the plugins, newest first, once no hold delays that.
    ///
    /// The plugins' commands are cancelled before, and have 250 ms to end. A second call doesn't wait for holds.
    public func terminate() {
        lifecycle.terminate { [weak self] in self?.end() }
    }

    /// Asks the plugins' commands to end before the plugins do, so that what one does at its end reaches everyone.
    private func endRuns(holding message: WillTerminate) {
        for run in commands.runs where !run.isCurrent {
            guard let owner = commands.owner(of: run.command), owner != .host else { continue }
            let hold = message.hold("\(run.command) doesn't end", for: .milliseconds(250), owner: owner)
            run.requestCancellation()
            MainThread.startOwnTask {
                _ = try? await run.value
                hold.end()
            }
        }
    }

    private func end() {
        onWillEnd?()
        plugins.shutDown { [self] in finish() }
    }

    private func finish() {
        screen.isPaused = true
        let onTerminate = onTerminate
        self.onTerminate = nil
        onTerminate?()
    }

    // MARK: - The host's own commands

    /// The id of the command that locks and unlocks.
    static let lockCommand = "host.lock"

    /// The key that unlocks: that of the command, or else escape.
    var unlockKey: KeyEvent { commands[AppHost.lockCommand]?.key ?? KeyEvent(.escape) }

    private func offerOwnCommands() {
        offerCounts()
        // Each is about the screen, or ends the program that is on it.
        offer("host.quit", "Quit", KeyEvent(.character("q"))) { $0.terminate() }
        offer("host.redraw", "Redraw the screen", KeyEvent(.character("l"), .control)) { $0.screen.redraw() }
        offer(AppHost.lockCommand, "Lock or unlock, as the session would", lockKey) {
            $0.setScreenLocked(!$0.lifecycle.isLocked)
        }
    }

    private func offer(_ id: String, _ title: String, _ key: KeyEvent?, action: @escaping @MainActor (AppHost) -> Void)
    {
        // Fails only where the program offers one of its own.
        try? commands.offer(
            Command(id: id, title: title, group: "Host", key: key, requiresScreen: true) { [weak self] _ in
                if let self { action(self) }
                return nil
            }
        )
    }
}
