import HostRuntime

/// Shows an advertisement at launch, on a return, and when a program or a person asks for one.
///
/// `SplashGate` decides when, `AdSelection` which, and `SplashCasting` brings it to
/// the screen. At launch and on a return the window is shown while the lifecycle
/// message is being delivered, so that it is on the first visible frame.
@MainActor final class SplashDirector {
    let context: PluginContext
    let library: AdLibrary
    let pages: LandingPages
    let gate: SplashGate
    let selection: AdSelection
    let journal: SplashJournal
    let records: SplashRecords

    /// The current presentation; one that is fading out is no longer current.
    private var current: SplashCasting?
    /// Whether somebody waits for the answer to an offer.
    private var owesAnswer = false
    private var isScreenLocked = false

    init(context: PluginContext, builtIn: SplashCreative = .builtIn) {
        self.context = context
        library = AdLibrary(context: context, builtIn: builtIn)
        pages = LandingPages(context: context, library: library)
        gate = SplashGate(context: context, library: library, pages: pages)
        selection = AdSelection(context: context, library: library)
        journal = SplashJournal(context: context)
        records = SplashRecords(context: context)
    }

    func start() throws {
        // A plugin that is enabled later observes the launch as well. That is no
        // occasion: the advertisement would cover a page that is in use.
        let isBeforeLaunch = context.lifecycleState == .notRunning
        let bus = context.bus
        bus.observe(DidFinishLaunching.self) { [weak self] _ in
            guard let self else { return }
            // A launch for a single command: nobody sees anything, and nobody leaves at its end.
            if isBeforeLaunch, context.lifecycleState == .background { return gate.stayAway() }
            if isBeforeLaunch { launched() } else { gate.followPresence() }
            selection.fetch()
        }
        bus.observe(ScreenLockChanged.self) { [weak self] in self?.isScreenLocked = $0.isLocked }
        bus.observe(WillEnterBackground.self) { [weak self] in
            // After a lock the user has not left the program.
            if let self, !isScreenLocked { selection.fetch(holding: $0) }
        }
        bus.observe(DidEnterBackground.self) { [weak self] in self?.enteredBackground($0.cause) }
        bus.observe(WillEnterForeground.self) { [weak self] in self?.returned(from: $0.period) }
        bus.observe(WillTerminate.self) { [weak self] _ in self?.gate.left() }
        bus.observe(WindowDidChange.self) { [weak self] in self?.current?.screen.windowDidChange($0) }
        bus.observe(DidResize.self) { [weak self] _ in self?.current?.screen.didResize() }
        bus.observe(DidReceiveMemoryWarning.self) { [weak self] _ in self?.library.pictures.dropPrepared() }
        bus.observe(named: SplashNotifications.hold) { [weak self] in try self?.hold($0) }
        bus.observe(named: SplashNotifications.release) { [weak self] in self?.gate.release($0) }
        bus.observe(named: SplashNotifications.offer) { [weak self] _ in self?.answerOffer() }
        try offerCommands()
        try offerStateCommands()
    }

    /// Ends the presentation at once and without a fade, and cancels all fetches.
    func stop() {
        current?.screen.send(.takenAway)
        library.stop()
    }

    // MARK: - Occasions

    private func launched() {
        let launch = gate.launched()
        showIfAllowed(launch)
        gate.followPresence(since: launch)
    }

    private func enteredBackground(_ cause: BackgroundPeriod.Cause) {
        if let screen = current?.screen {
            // An advertisement that nobody has seen was no impression, and the return decides again.
            screen.send(screen.isPainted ? .outOfSight : .takenAway)
        }
        if cause == .userLeft { gate.left() }
    }

    private func returned(from period: BackgroundPeriod) {
        gate.returned()
        permissionDidChange()
        // One that has expired since doesn't go on.
        let (date, zone) = (context.time.date, context.time.timeZone)
        if let screen = current?.screen, screen.creative?.isOver(at: date, in: zone) == true { screen.send(.takenAway) }
        // One that goes on does so with the first frame that shows it.
        if current == nil { showIfAllowed(.comeBack(period, at: date)) }
    }

    /// Ends what is fetched and shown if the person has forbidden it, here or in another process.
    func permissionDidChange() {
        guard let reason = library.permission.refusal else { return }
        library.cancelFetches()
        guard let current else { return }
        if current.screen.isWaiting { current.giveUp(because: reason) } else { current.screen.send(.takenAway) }
    }

    private func hold(_ request: NamedNotification) throws(TimedHoldError) {
        try gate.hold(request)
        // An advertisement on the screen stays; a cover that still waits goes.
        guard let current, current.screen.isWaiting, let reason = gate.holdReason else { return }
        current.giveUp(because: reason)
    }

    // MARK: - Showing

    private func showIfAllowed(_ occasion: SplashOccasion) {
        let choice = selection.choice(mayWait: selection.mayWait(on: occasion.kind))
        let ready = choice.chosen.flatMap { library.pictures.decoded($0) == nil ? nil : $0 }
        // A cover only waits for an advertisement that is reserved later.
        let reserved = ready.map { gate.reserve(occasion, of: $0) }
        let reservation = try? reserved?.get()
        let decision =
            switch reserved {
            case .success(let reservation): reservation.decision
            case .failure(let decision): decision
            case nil: gate.decide(occasion)
            }
        journal.begin(occasion, decision)
        guard decision.isAllowed else {
            return journal.record(.nothing(gate.reason(of: decision, on: occasion)))
        }
        do {
            try present(occasion, reservation, choice)
        } catch {
            reservation?.rollBack()
            journal.record(.nothing("\(error)"))
        }
    }

    /// Shows an advertisement regardless of the interval and the caps, without counting it.
    ///
    /// The one with an id is shown regardless of its dates and caps, too.
    func show(_ id: String? = nil) throws(SplashRefusal) {
        let occasion = SplashOccasion.byHand(at: context.time.date)
        do throws(SplashRefusal) {
            // A presentation on the screen keeps its account.
            guard current == nil else { throw gate.refusal ?? .isUp }
            journal.begin(occasion, nil)
            if let refusal = gate.refusal { throw refusal }
            let only = try id.map { id throws(SplashRefusal) in try library.creative(id) }
            let choice = selection.choice(mayWait: selection.mayWait(on: occasion.kind), only: only)
            try present(occasion, nil, choice, only)
        } catch {
            context.log.warning("no advertisement by hand: \(error)")
            if current == nil { journal.record(.nothing("\(error)"), isLogged: true) }
            throw error
        }
    }

    private func present(
        _ occasion: SplashOccasion,
        _ reservation: Reservation?,
        _ choice: CreativeChoice,
        _ only: SplashCreative? = nil
    ) throws(SplashRefusal) {
        guard current == nil else { throw .isUp }
        let mayWait = selection.mayWait(on: occasion.kind)
        if let refusal = selection.refusal(choice, mayWait: mayWait) {
            // Behind the page: a departure by way of a lock has asked for nothing.
            if occasion.kind == .comeBack, !library.mayHaveSome { selection.fetch() }
            throw refusal
        }
        let casting = SplashCasting(occasion, reservation, mayWait: mayWait, only: only, for: self)
        current = casting
        casting.screen.onPainted = { [weak self, weak casting] in
            if let casting { self?.painted(casting) }
        }
        casting.screen.onEnd = { [weak self, weak casting] outcome, visible in
            if let casting { self?.ended(casting, outcome, visible) }
        }
        casting.screen.onOpen = { [weak self] in self?.pages.open($0) }
        casting.begin(with: choice)
    }

    private func painted(_ casting: SplashCasting) {
        guard let creative = casting.screen.creative else { return }
        journal.record(.shown(creative.id))
        if let reservation = casting.reservation {
            gate.count(reservation, of: creative, among: casting.pool)
            casting.dayOfShow = records.countShow(of: creative.id)
        }
        context.postShown(creative, at: casting.screen.frame, on: casting.occasion, casting.screen.nonce)
        answerOwed(isShown: true, casting)
    }

    private func ended(_ casting: SplashCasting, _ outcome: SplashOutcome, _ visible: Duration) {
        pages.advertisementEnded(opensPage: outcome == .clicked)
        if current === casting { current = nil }
        // Does nothing once it's committed.
        casting.reservation?.rollBack()
        let shown = casting.screen.isPainted ? casting.screen.creative?.id : nil
        // Nothing has failed if a cover went because the person forbade it.
        if casting.occasion.kind != .byHand, shown != nil || library.permission.refusal == nil {
            records.countEnd(of: shown, outcome, visible: visible, shownOn: casting.dayOfShow)
        }
        if let id = shown {
            journal.record(.ended(id, outcome, visible: visible))
        } else if journal.account?.isOpen == true {
            journal.record(
                .nothing(outcome == .skipped ? "the wait for it was skipped" : "it was removed before it appeared")
            )
        }
        answerOwed(isShown: false, casting)
        selection.prepareNext()
    }

    // MARK: - Offers

    /// Shows a ready advertisement on request if the rules allow it, and returns the account.
    func offer() -> (isShown: Bool, account: SplashAccount?) {
        let occasion = SplashOccasion.offer(at: context.time.date)
        if current != nil || context.lifecycleState == .background {
            let refusal: SplashRefusal = current == nil ? .inBackground : .isUp
            return (false, SplashAccount(occasion: occasion, result: .nothing("\(refusal)")))
        }
        showIfAllowed(occasion)
        return (current != nil, journal.account)
    }

    /// Makes an offer, and answers it once the advertisement is on the screen or turns out not to come.
    private func answerOffer() {
        let (isComing, account) = offer()
        owesAnswer = owesAnswer || isComing
        if !isComing { answer(account, isShown: false) }
    }

    private func answerOwed(isShown: Bool, _ casting: SplashCasting) {
        guard owesAnswer, !context.isClosed else { return }
        owesAnswer = false
        answer(journal.account, isShown: isShown, nonce: casting.screen.nonce)
    }

    private func answer(_ account: SplashAccount?, isShown: Bool, nonce: String? = nil) {
        var values: [String: PlainValue] = ["shown": .bool(isShown), "reason": .string(account?.summary ?? "")]
        values["nonce"] = nonce.map { .string($0) }
        context.bus.post(named: SplashNotifications.answered, values)
    }
}
