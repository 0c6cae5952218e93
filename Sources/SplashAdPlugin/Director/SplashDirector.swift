import HostRuntime

/// Decides when an advertisement is shown, and which, and holds the one that is up.
///
/// At launch and on a return its window is shown from inside the lifecycle's
/// message, so it is on the first frame that is seen. What has to be fetched or
/// decoded first comes onto a cover that is already there.
@MainActor final class SplashDirector {
    let context: PluginContext
    let library: AdLibrary
    private(set) var settings: SplashSettings

    /// The problems found in the settings that were given, one sentence each.
    private(set) var settingProblems: [String] = []

    /// The presentation that is up; one that fades out is on its own.
    var current: SplashScreen?

    /// What came of the latest occasion; nil before the first one.
    var account: SplashAccount?

    /// Who keeps advertisements away.
    private(set) var holds = SplashHolds()

    /// Whether the user has left the program and not come back.
    private var isLeft = false
    private(set) var isScreenLocked = false

    /// How many landing pages of ours are being read.
    var openPages = 0

    // Made anew each time, so that the days are those of where the person is now.
    var frequency: SplashFrequency {
        SplashFrequency(store: context.memory.store, settings: settings, timeZone: context.time.timeZone)
    }

    init(context: PluginContext, transport: any AdTransport, builtIn: SplashCreative = .builtIn) {
        self.context = context
        library = AdLibrary(context: context, transport: transport, builtIn: builtIn)
        settings = SplashSettings()
        readSettings()
        library.onChange = { [weak self] in self?.libraryDidChange(dropped: $0) }
    }

    /// Observes the program's life and offers the commands.
    func start() throws {
        frequency.adoptEarlierCounts()
        // A plugin that is enabled later hears of the launch, too, but that is
        // no launch: an advertisement would fall on a page that is in use.
        let isBeforeLaunch = context.lifecycleState == .notRunning
        let bus = context.bus
        bus.observe(DidFinishLaunching.self) { [weak self] _ in
            if isBeforeLaunch { self?.launched() }
            self?.fetch()
        }
        bus.observe(ScreenLockChanged.self) { [weak self] in self?.isScreenLocked = $0.isLocked }
        bus.observe(WillEnterBackground.self) { [weak self] in self?.fetch(holding: $0) }
        bus.observe(DidEnterBackground.self) { [weak self] in self?.enteredBackground($0.cause) }
        bus.observe(WillEnterForeground.self) { [weak self] in self?.returned(from: $0.period) }
        bus.observe(WillTerminate.self) { [weak self] _ in self?.left() }
        bus.observe(WindowDidChange.self) { [weak self] in self?.current?.windowDidChange($0) }
        bus.observe(DidReceiveMemoryWarning.self) { [weak self] _ in self?.library.pictures.dropPrepared() }
        bus.observe(named: SplashNotifications.hold) { [weak self] in self?.hold($0.values) }
        bus.observe(named: SplashNotifications.release) { [weak self] in
            self?.holds.release(SplashHolds.reason($0.values))
        }
        bus.observe(named: SplashNotifications.offer) { [weak self] _ in self?.answerOffer() }
        try offerCommands()
    }

    /// Ends the presentation that is up, at once and without a fade, and all that is being fetched.
    func stop() {
        current?.send(.takenAway)
        library.stop()
    }

    func readSettings() {
        let read = SplashSettings.read(configuration: context.configuration, feed: library.policy)
        settings = read.settings
        library.budget = settings.budgetMebibytes << 20
        settingProblems = read.problems
        for problem in read.problems { context.log.warning(problem) }
    }

    private func libraryDidChange(dropped: Set<String>) {
        readSettings()
        frequency.forget(dropped, keeping: Set(library.editions.joined().map(\.id)), at: context.time.date)
    }

    // MARK: - Occasions

    private func launched() {
        showIfAllowed(frequency.launch(at: context.time.date))
    }

    private func enteredBackground(_ cause: BackgroundPeriod.Cause) {
        if let current {
            // What no frame was brought of is no impression, and the return has rules of its own.
            current.send(current.isPainted ? .enteredBackground : .takenAway)
        }
        if cause == .userLeft { left() }
    }

    private func left() {
        // Ending in the background doesn't count as leaving again.
        guard !isLeft else { return }
        isLeft = true
        frequency.left(at: context.time.date)
    }

    private func returned(from period: BackgroundPeriod) {
        isLeft = false
        if let current {
            current.send(.enteredForeground)
        } else {
            showIfAllowed(.comeBack(period, at: context.time.date))
        }
    }

    // MARK: - Holds

    private func hold(_ values: [String: PlainValue]) {
        let (reason, duration) = SplashHolds.request(values)
        holds.hold(reason, for: duration, at: context.time.now)
        // What is up stays up; what only covers the page goes.
        guard let current, current.isWaiting, let reason = holdReason else { return }
        note(.nothing(reason))
        current.giveUp()
    }

    /// Why advertisements are kept away now; nil where nobody does that.
    var holdReason: String? { holds.reason(at: context.time.now) }

    var obstacles: SplashFrequency.Obstacles {
        SplashFrequency.Obstacles(isOverPage: openPages > 0, isHeld: holdReason != nil)
    }

    // MARK: - What came of it

    /// Begins the account of an occasion.
    func begin(_ occasion: SplashOccasion, _ decision: Decision?) {
        account = SplashAccount(occasion: occasion, decision: decision)
        if let decision { context.memory.record(decision) }
    }

    func note(_ result: SplashAccount.Result) {
        account?.result = result
        // What was shown tells itself by its end.
        if case .nothing = result, let account { context.log.info(account.summary) }
    }
}
