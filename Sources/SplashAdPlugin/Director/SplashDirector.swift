import HostRuntime

/// The part that decides when to show an advertisement, and which one, and owns its presentation.
///
/// At launch and on a return it shows the window while the lifecycle message is
/// being delivered, so that the window is on the first visible frame. An
/// advertisement that has to be fetched or decoded first appears on a cover.
@MainActor final class SplashDirector {
    let context: PluginContext
    let library: AdLibrary
    private(set) var settings: SplashSettings
    private(set) var settingProblems: [SplashProblem] = []

    /// The current presentation; one that is fading out is no longer current.
    var current: SplashScreen?
    /// The account of the latest occasion; nil before the first one.
    var account: SplashAccount?
    /// Whether somebody waits for the answer to an offer.
    var owesAnswer = false

    /// The holds that keep advertisements away.
    private(set) var holds = SplashHolds()

    /// Whether the user has left the program and not returned.
    private var isLeft = false
    private(set) var isScreenLocked = false
    /// Whether a tap has just ended an advertisement, whose landing page opens once its end has been posted.
    var isOpening = false
    /// Whether the log has that the program opens no landing pages.
    var isLandingReported = false
    /// Whether a landing page is open: the command that opens one ends when it's closed.
    var isOverPage: Bool { isOpening || context.commands.isRunning(settings.landingCommand) }

    // Made again each time, so that the days follow the current time zone.
    var frequency: SplashFrequency {
        SplashFrequency(store: context.storage.store, settings: settings, timeZone: context.time.timeZone)
    }

    init(
        context: PluginContext,
        builtIn: SplashCreative = .builtIn,
        largestArea: Int = AdPictures.largestArea
    ) {
        self.context = context
        library = AdLibrary(context: context, builtIn: builtIn, largestArea: largestArea)
        settings = SplashSettings()
        readSettings()
        library.onChange = { [weak self] in self?.libraryDidChange() }
    }

    func start() throws {
        // A plugin that is enabled later observes the launch as well. That is no
        // occasion: the advertisement would cover a page that is in use.
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
        bus.observe(named: SplashNotifications.hold) { [weak self] in try self?.hold($0.values) }
        bus.observe(named: SplashNotifications.release) { [weak self] in
            self?.holds.release(SplashHolds.reason($0.values))
        }
        bus.observe(named: SplashNotifications.offer) { [weak self] _ in self?.answerOffer() }
        try offerCommands()
    }

    /// Ends the presentation at once and without a fade, and cancels all fetches.
    func stop() {
        current?.send(.takenAway)
        library.stop()
    }

    func readSettings() {
        let read = SplashSettings.read(configuration: context.settings, feed: SettingValues(library.policy))
        settings = read.settings
        library.budget = settings.budgetMebibytes << 20
        settingProblems = read.problems
        for problem in read.problems where !problem.isLogged { context.log.warning("\(problem)") }
    }

    private func libraryDidChange() {
        readSettings()
        frequency.forget(keeping: Set(library.editions.joined().map(\.id)), at: context.time.date)
    }

    // MARK: - Occasions

    private func launched() {
        let launch = frequency.launch(at: context.time.date)
        showIfAllowed(launch)
        rememberPresence(since: launch)
    }

    /// Stores the date as that of the latest use, once a frame is on the screen: the disk may be slow.
    ///
    /// A program that is killed can't store when it was left, so the next launch measures from the latest date here.
    private func rememberPresence(since launch: SplashOccasion? = nil) {
        context.windows.afterNextFrame { [weak self] in
            guard let self, !isLeft else { return }
            if let launch {
                frequency.recordLaunch(launch, at: context.time.date)
            } else {
                frequency.recordUse(until: context.time.date)
            }
        }
    }

    private func enteredBackground(_ cause: BackgroundPeriod.Cause) {
        if let current {
            // Without a painted frame there was no impression, and the return decides again.
            current.send(current.isPainted ? .background(true) : .takenAway)
        }
        if cause == .userLeft { left() }
    }

    private func left() {
        // Ending in the background doesn't count as leaving again.
        guard !isLeft else { return }
        isLeft = true
        frequency.recordUse(until: context.time.date)
    }

    private func returned(from period: BackgroundPeriod) {
        isLeft = false
        // One that has expired since doesn't go on.
        let (date, zone) = (context.time.date, context.time.timeZone)
        if current?.creative?.isOver(at: date, in: zone) == true { current?.send(.takenAway) }
        if let current {
            current.send(.background(false))
        } else {
            showIfAllowed(.comeBack(period, at: context.time.date))
        }
        rememberPresence()
    }

    // MARK: - Holds

    private func hold(_ values: [String: PlainValue]) throws(SplashRefusal) {
        let (reason, duration) = try SplashHolds.request(values)
        holds.hold(reason, for: duration, at: context.time.now)
        // An advertisement on the screen stays; a cover that still waits goes.
        guard let current, current.isWaiting, let reason = holdReason else { return }
        record(.nothing(reason))
        current.giveUp()
    }

    /// The reason why advertisements are kept away now, if any.
    var holdReason: String? { holds.reason(at: context.time.now) }

    var obstacles: SplashFrequency.Obstacles {
        SplashFrequency.Obstacles(isOverPage: isOverPage, isHeld: holdReason != nil)
    }

    // MARK: - The account

    func begin(_ occasion: SplashOccasion, _ decision: Decision?) {
        account = SplashAccount(occasion: occasion, decision: decision)
        if let decision { context.storage.record(decision) }
    }

    func record(_ result: SplashAccount.Result) {
        account?.result = result
        // Presentations that were shown post their end themselves.
        if case .nothing = result, let account { context.log.info(account.summary) }
    }
}
