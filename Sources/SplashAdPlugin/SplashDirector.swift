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

    /// What is wrong with the settings that were given, a sentence each.
    private(set) var settingProblems: [String] = []

    /// The presentation that is up; one that fades out is on its own.
    private var current: SplashScreen?

    /// By which right it is; nil for one that was asked for by hand.
    private var admission: SplashAdmission?

    /// The latest decision, and in one sentence what came of it.
    private(set) var latest: Decision?
    private(set) var result = "nothing was decided yet"

    /// Whether the user has left the program and not come back.
    private var isLeft = false
    private(set) var isScreenLocked = false

    /// How many landing pages of ours are being read.
    private var openPages = 0

    /// How long what is kept may take to be read and decoded.
    private static let readingLimit = Duration.seconds(1)

    // Made anew each time, so that the days are those of where the person is now.
    var frequency: SplashFrequency {
        SplashFrequency(store: context.store, settings: settings, timeZone: context.timeZone)
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
        // A plugin that is enabled later hears of the launch, too, but that is
        // no launch: an advertisement would fall on a page that is in use.
        let isBeforeLaunch = context.lifecycleState == .notRunning
        let bus = context.bus
        bus.observe(DidFinishLaunching.self) { [weak self] _ in
            if isBeforeLaunch { self?.showIfAllowed(.launch) }
            self?.fetch()
        }
        bus.observe(ScreenLockChanged.self) { [weak self] in self?.isScreenLocked = $0.isLocked }
        bus.observe(WillEnterBackground.self) { [weak self] in self?.fetch(holding: $0) }
        bus.observe(DidEnterBackground.self) { [weak self] in self?.enteredBackground($0.cause) }
        bus.observe(WillEnterForeground.self) { [weak self] in self?.returned(from: $0.period) }
        bus.observe(WillTerminate.self) { [weak self] _ in self?.left() }
        bus.observe(WindowDidChange.self) { [weak self] in self?.current?.windowDidChange($0) }
        bus.observe(DidReceiveMemoryWarning.self) { [weak self] _ in self?.library.pictures.dropPrepared() }
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
        settingProblems = read.problems
        for problem in read.problems { context.log.warning(problem) }
    }

    private func libraryDidChange(dropped: Set<String>) {
        readSettings()
        frequency.forget(dropped, keeping: Set(library.editions.joined().map(\.id)), at: context.date)
    }

    // MARK: - Occasions

    private func enteredBackground(_ cause: BackgroundPeriod.Cause) {
        if let current {
            // What no frame was brought of is no impression, and the return has rules of its own.
            current.send(current.isPainted ? .enteredBackground : .takenAway)
        }
        if cause == .userLeft { left() }
    }

    private func left() {
        // Who ends a program in the background has left it before.
        guard !isLeft else { return }
        isLeft = true
        frequency.left(at: context.date)
    }

    private func returned(from period: BackgroundPeriod) {
        isLeft = false
        if let current {
            current.send(.enteredForeground)
        } else {
            showIfAllowed(.comeBack(period))
        }
    }

    private func showIfAllowed(_ occasion: SplashFrequency.Occasion) {
        switch frequency.reserve(for: occasion, at: context.date, isOverPage: openPages > 0) {
        case .success(let reservation):
            take(reservation.decision)
            let admission = SplashAdmission(reservation, for: occasion, at: context.now, by: settings)
            do {
                try present(admission)
            } catch {
                admission.reservation.rollBack()
                note("no advertisement: \(error)")
            }
        case .failure(let decision):
            take(decision)
            note("no advertisement: \(SplashFrequency.reason(of: decision))")
        }
    }

    /// Decides anew where the rules have changed since; nil where it may be shown.
    private func refusal(of admission: SplashAdmission) -> Decision? {
        guard admission.adopt(settings) else { return nil }
        admission.reservation.rollBack()
        let waited = context.now - admission.moment
        switch frequency.reserve(for: admission.occasion, at: context.date, after: waited) {
        case .success(let reservation):
            take(reservation.decision)
            admission.reservation = reservation
            return nil
        case .failure(let decision):
            take(decision)
            return decision
        }
    }

    private func take(_ decision: Decision) {
        latest = decision
        context.note(decision)
    }

    private func note(_ result: String) {
        self.result = result
        context.log.info(result)
    }

    // MARK: - Showing

    /// Shows an advertisement, whatever the rules for the program's own occasions say; it is not counted.
    func show() throws(SplashRefusal) {
        do throws(SplashRefusal) {
            // Nothing is painted there, so it would wait for the return, with rules of its own.
            if context.lifecycleState == .background { throw .inBackground }
            if openPages > 0 { throw .overLandingPage }
            try present(nil)
        } catch {
            context.log.warning("no advertisement by hand: \(error)")
            throw error
        }
    }

    private func present(_ admission: SplashAdmission?) throws(SplashRefusal) {
        guard current == nil else { throw .isUp }
        let plan = SplashPlan(settings, isLaunch: admission?.occasion == .launch, hasFeed: library.hasFeed)
        guard plan.mayWait || library.mayHaveSome else { throw .nothingIsHere }
        if let reasons = reasonsForNothing(plan) { throw .nothingIsDue(reasons) }
        let screen = SplashScreen(context: context, settings: settings)
        current = screen
        self.admission = admission
        screen.onPainted = { [weak self, weak screen, context] in
            guard let admission else { return }
            admission.reservation.commit(at: context.date)
            if let creative = screen?.creative { self?.frequency.count(creative.id, at: context.date) }
        }
        screen.onEnd = { [weak self, weak screen] in
            admission?.reservation.rollBack()
            guard let self else { return }
            if current === screen { (current, self.admission) = (nil, nil) }
            prepareNext()
        }
        screen.onOpen = { [weak self] in self?.open($0) }
        screen.begin()
        if !plan.waitsForFeed, let creative = choice(plan).chosen, let artwork = library.pictures.decoded(creative) {
            show(creative, artwork, on: screen, renews: plan.renews)
        } else {
            // What is kept is no more than a moment away, and nobody else is waited for.
            let limit = plan.mayWait ? settings.waitLimit : max(settings.waitLimit, SplashDirector.readingLimit)
            context.schedule(after: limit) { [weak self, weak screen] in
                if let screen { self?.waitIsOver(screen) }
            }
            context.task { [weak self] in await self?.fill(screen, plan) }
        }
    }

    /// Why there is nothing to show or to wait for, where that is known; a cover for it would only flash.
    private func reasonsForNothing(_ plan: SplashPlan) -> String? {
        guard library.isLoaded, !plan.waitsForFeed, !library.editions.isEmpty else { return nil }
        let choice = choice(plan)
        return choice.chosen == nil && choice.wanted == nil ? reasons(choice) : nil
    }

    func choice(_ plan: SplashPlan) -> CreativeChoice {
        let (library, frequency, date) = (library, frequency, context.date)
        return CreativeChoice(
            among: library.editions,
            at: date,
            canWait: plan.mayWait,
            shownToday: { frequency.shown($0, at: date) },
            readiness: { library.pictures.readiness(of: $0, usesCache: plan.usesCache) }
        )
    }

    /// Gets an advertisement for a cover that is up, until there is one or nothing is left to be tried.
    private func fill(_ screen: SplashScreen, _ plan: SplashPlan) async {
        await library.load()
        if plan.waitsForFeed || plan.mayWait && library.editions.isEmpty { await library.refresh() }
        // Each turn shows one or finds out that its pictures cannot be had.
        while screen.isWaiting, !Task.isCancelled {
            let choice = choice(plan)
            guard let creative = plan.prefersReady ? choice.chosen ?? choice.wanted : choice.wanted ?? choice.chosen
            else { return giveUp(screen, choice) }
            let isKept = library.pictures.readiness(of: creative, usesCache: plan.usesCache) == .ready
            let access: AdPictures.Access = plan.usesCache ? plan.mayWait ? .cacheOrNetwork : .cache : .network
            if let artwork = try? await library.pictures.artwork(of: creative, access) {
                return show(creative, artwork, on: screen, renews: plan.renews && isKept)
            }
        }
    }

    /// Shows what is here, when what is wanted has not come in time.
    private func waitIsOver(_ screen: SplashScreen) {
        guard screen.isWaiting else { return }
        let plan = SplashPlan.withoutWait(settings)
        let choice = choice(plan)
        let late = "nothing came within \(settings.waitLimit.inTenths) s"
        guard let creative = choice.chosen else { return giveUp(screen, choice, late) }
        // Some pictures take longer to decode than anybody waits for.
        context.schedule(after: SplashDirector.readingLimit) { [weak self] in self?.giveUp(screen, choice, late) }
        context.task { [weak self] in
            guard let self else { return }
            if let artwork = try? await library.pictures.artwork(of: creative, .cache) {
                show(creative, artwork, on: screen, renews: false)
            } else {
                giveUp(screen, choice, late)
            }
        }
    }

    private func show(_ creative: SplashCreative, _ artwork: SplashArtwork, on screen: SplashScreen, renews: Bool) {
        guard screen.isWaiting else { return }
        if let refusal = admission.flatMap({ refusal(of: $0) }) {
            note("no advertisement: \(SplashFrequency.reason(of: refusal))")
            return screen.giveUp()
        }
        var creative = creative
        // A tap that leads nowhere is none.
        if !context.commands.contains(where: { $0.id == settings.landingCommand }) { creative.landing = nil }
        result = "shown: '\(creative.id)'"
        screen.show(creative, artwork, by: settings)
        guard renews else { return }
        context.task { [weak self] in
            if let renewed = await self?.library.pictures.renewed(creative) { screen.replace(renewed) }
        }
    }

    private func giveUp(_ screen: SplashScreen, _ choice: CreativeChoice, _ reason: String? = nil) {
        guard screen.isWaiting else { return }
        note("no advertisement: \(reasons(choice, reason))")
        screen.giveUp()
    }

    private func reasons(_ choice: CreativeChoice, _ reason: String? = nil) -> String {
        let reasons =
            [reason].compactMap(\.self) + choice.reasons.map(\.description) + (library.latestProblem.map { [$0] } ?? [])
        return reasons.isEmpty ? "there is none" : reasons.joined(separator: "; ")
    }

    private func open(_ address: String) {
        openPages += 1
        context.run(settings.landingCommand, ["address": .string(address)]) { [weak self] outcome in
            self?.openPages -= 1
            if case .failure(let error) = outcome { self?.context.log.warning("\(address) was not opened: \(error)") }
        }
    }
}
