import HostRuntime

// From an occasion to the advertisement on the screen.

extension SplashDirector {
    /// The time limit for reading and decoding pictures in the cache.
    private static let readingLimit = Duration.seconds(1)

    func showIfAllowed(_ occasion: SplashOccasion) {
        let plan = plan(for: occasion)
        let choice = plan.waitsForFeed ? nil : choice(plan)
        // If the creative is known, its own limits apply from the start.
        let ready = choice?.chosen.flatMap { creative in library.pictures.decoded(creative).map { (creative, $0) } }
        let obstacles = obstacles
        switch frequency.reserve(for: occasion, of: ready?.0, at: context.time.date, obstacles) {
        case .success(let reservation):
            begin(occasion, reservation.decision)
            let admission = SplashAdmission(reservation, for: occasion, of: ready?.0, by: settings)
            do {
                try present(admission, plan, choice)
            } catch {
                admission.reservation.rollBack()
                record(.nothing("\(error)"))
            }
        case .failure(let decision):
            begin(occasion, decision)
            record(.nothing(SplashRule.reason(of: decision, hold: holdReason)))
        }
    }

    /// Shows an advertisement regardless of the interval and the caps, without counting it.
    func show() throws(SplashRefusal) {
        let occasion = SplashOccasion.byHand(at: context.time.date)
        do throws(SplashRefusal) {
            // A presentation on the screen keeps its account.
            guard current == nil else { throw refusal ?? .isUp }
            begin(occasion, nil)
            if let refusal { throw refusal }
            let plan = plan(for: occasion)
            try present(nil, plan, plan.waitsForFeed ? nil : choice(plan))
        } catch {
            context.log.warning("no advertisement by hand: \(error)")
            if current == nil { account?.result = .nothing("\(error)") }
            throw error
        }
    }

    /// The reason against an advertisement on request, apart from the rules, if any.
    private var refusal: SplashRefusal? {
        // Nothing is painted in the background, and the return decides again.
        if context.lifecycleState == .background { return .inBackground }
        if isOverPage { return .overLandingPage }
        return holdReason.map { .held($0) }
    }

    /// Shows a ready advertisement on request if the rules allow it, and returns the account.
    func offer() -> (isShown: Bool, account: SplashAccount?) {
        let occasion = SplashOccasion.offer(at: context.time.date)
        if current != nil || context.lifecycleState == .background {
            let refusal: SplashRefusal = current == nil ? .inBackground : .isUp
            return (false, SplashAccount(occasion: occasion, result: .nothing("\(refusal)")))
        }
        showIfAllowed(occasion)
        return (current != nil, account)
    }

    /// Makes an offer, and answers it once the advertisement is on the screen or turns out not to come.
    func answerOffer() {
        let (isComing, account) = offer()
        owesAnswer = owesAnswer || isComing
        if !isComing { answer(account, isShown: false) }
    }

    private func answerOwed(isShown: Bool) {
        guard owesAnswer, !context.isClosed else { return }
        owesAnswer = false
        answer(account, isShown: isShown)
    }

    private func answer(_ account: SplashAccount?, isShown: Bool) {
        context.bus.post(
            named: SplashNotifications.answered,
            ["shown": .bool(isShown), "reason": .string(account?.summary ?? "")]
        )
    }

    private func plan(for occasion: SplashOccasion) -> SplashPlan {
        // The user is in the middle of something and should not wait behind a cover.
        if occasion.kind == .offer { return .withoutWait(settings) }
        return SplashPlan(settings, isLaunch: occasion.kind == .launch, hasFeed: library.hasFeed)
    }

    /// Chooses among the creatives, without those that a presentation has tried.
    func choice(_ plan: SplashPlan, besides tried: Set<SplashCreative> = []) -> CreativeChoice {
        let (library, tally) = (library, frequency.tallies(at: context.time.date))
        return CreativeChoice(
            among: library.editions,
            at: context.time.date,
            in: context.time.timeZone,
            canWait: plan.mayWait,
            tried: tried,
            tally: tally,
            refusal: { library.pictures.refusal(of: $0, usesCache: plan.usesCache) }
        )
    }

    /// Covers the screen, and shows the chosen creative, at once if it is ready.
    private func present(
        _ admission: SplashAdmission?,
        _ plan: SplashPlan,
        _ choice: CreativeChoice?
    ) throws(SplashRefusal) {
        guard current == nil else { throw .isUp }
        // A return doesn't wait for a feed that isn't here: each one would be covered for seconds.
        let mayWaitForFeed = plan.mayWait && (admission?.occasion.kind != .comeBack || !library.isLoaded)
        guard mayWaitForFeed || library.mayHaveSome else {
            // Behind the page: a departure by way of a lock has asked for nothing.
            if plan.mayWait { fetch() }
            throw library.latestProblem.map { .nothingIsDue($0) } ?? .nothingIsHere
        }
        // With nothing to show or wait for, a cover would only flash.
        if let choice, library.isLoaded, !library.editions.isEmpty, choice.chosen == nil, choice.wanted == nil {
            throw .nothingIsDue(reasons(choice))
        }
        let screen = SplashScreen(context: context, settings: settings, admission: admission)
        current = screen
        screen.onPainted = { [weak self] in self?.painted($0, admission) }
        screen.onEnd = { [weak self, weak screen] outcome, visible, opensPage in
            admission?.reservation.rollBack()
            guard let self else { return }
            isOpening = opensPage
            if current === screen { current = nil }
            if let id = screen?.creative?.id, screen?.isPainted == true {
                record(.ended(id, outcome, visible: visible))
            } else if account?.isOpen == true {
                record(
                    .nothing(outcome == .skipped ? "the wait for it was skipped" : "it was removed before it appeared")
                )
            }
            answerOwed(isShown: false)
            prepareNext()
        }
        screen.onOpen = { [weak self] in self?.open($0) }
        screen.begin()
        if let choice, let creative = choice.chosen, let artwork = library.pictures.decoded(creative) {
            show(creative, artwork, among: choice.pool(of: creative), on: screen, renews: plan.renews)
        } else {
            // Without a wait, pictures come from the cache, which takes only a moment.
            let limit = plan.mayWait ? settings.waitLimit : max(settings.waitLimit, SplashDirector.readingLimit)
            context.time.schedule(after: limit) { [weak self, weak screen] in
                if let screen { self?.waitIsOver(screen) }
            }
            context.tasks.start { [weak self] in await self?.fill(screen, plan) }
        }
    }

    private func painted(_ screen: SplashScreen, _ admission: SplashAdmission?) {
        guard let creative = screen.creative else { return }
        if let admission {
            frequency.commit(admission.reservation, of: creative, among: screen.pool, at: context.time.date)
        }
        context.postShown(creative, on: admission?.occasion ?? .byHand(at: context.time.date))
        answerOwed(isShown: true)
    }

    // MARK: - Waiting

    /// Gets an advertisement for a cover that waits, until one is shown or there is nothing left to try.
    private func fill(_ screen: SplashScreen, _ plan: SplashPlan) async {
        await library.load()
        guard !context.isClosed else { return }
        let waits = plan.waitsForFeed || plan.mayWait && library.isSpent(at: context.time.date)
        if waits { await library.refresh() }
        // Each round shows a creative or leaves one creative fewer: a file that can't be read may seem to be ready.
        while screen.isWaiting, !context.isClosed {
            let choice = choice(plan, besides: screen.tried)
            // After a wait for the feed, the creative whose turn it is precedes one that is ready.
            guard let creative = waits ? choice.wanted ?? choice.chosen : choice.chosen ?? choice.wanted else {
                return giveUp(screen, choice)
            }
            screen.tried.insert(creative)
            let isKept = library.pictures.refusal(of: creative, usesCache: plan.usesCache) == nil
            let access: AdPictures.Access = plan.usesCache ? plan.mayWait ? .cacheOrNetwork : .cache : .network
            if let artwork = try? await library.pictures.artwork(of: creative, access), !context.isClosed {
                let pool = choice.pool(of: creative)
                return show(creative, artwork, among: pool, on: screen, renews: plan.renews && isKept)
            }
        }
    }

    /// Shows a ready creative after the wanted one has not arrived in time.
    private func waitIsOver(_ screen: SplashScreen) {
        guard screen.isWaiting else { return }
        let plan = SplashPlan.withoutWait(settings)
        // Another one is quicker than one whose pictures are being decoded, and may have come from another process.
        let others = choice(plan, besides: screen.tried)
        let choice = others.chosen == nil ? choice(plan) : others
        let late = "nothing came within \(settings.waitLimit.inTenths) s"
        guard let creative = choice.chosen else { return giveUp(screen, choice, late) }
        // Some pictures take too long to decode.
        context.time.schedule(after: SplashDirector.readingLimit) { [weak self] in self?.giveUp(screen, choice, late) }
        context.tasks.start { [weak self] in
            guard let self else { return }
            let artwork = try? await library.pictures.artwork(of: creative, .cache)
            guard !context.isClosed else { return }
            if let artwork {
                show(creative, artwork, among: choice.pool(of: creative), on: screen, renews: false)
            } else {
                giveUp(screen, choice, late)
            }
        }
    }

    private func show(
        _ creative: SplashCreative,
        _ artwork: SplashArtwork,
        among pool: [SplashCreative],
        on screen: SplashScreen,
        renews: Bool
    ) {
        guard screen.isWaiting else { return }
        if let admission = screen.admission, let refusal = refusal(of: admission, creative) {
            record(.nothing(SplashRule.reason(of: refusal, hold: holdReason)))
            return screen.giveUp()
        }
        var shown = creative
        // Without the command that opens it, there is no landing page.
        if let problem = landingProblem(of: creative) {
            shown.landing = nil
            if !isLandingReported { context.log.warning("\(problem)") }
            isLandingReported = true
        }
        screen.show(shown, artwork, among: pool, by: settings.showing(creative.look))
        record(.shown(creative.id))
        guard renews else { return }
        context.tasks.start { [weak self] in
            if let renewed = await self?.library.pictures.renewed(creative) { screen.replace(renewed) }
        }
    }

    /// Decides again if the creative or the rules have changed; nil if it may be shown.
    private func refusal(of admission: SplashAdmission, _ creative: SplashCreative) -> Decision? {
        guard !admission.isValid(for: creative, by: settings) else { return nil }
        admission.reservation.rollBack()
        switch frequency.reserve(for: admission.occasion, of: creative, at: context.time.date, obstacles) {
        case .success(let reservation):
            admission.replace(reservation, of: creative, by: settings)
            account?.decision = reservation.decision
            context.storage.record(reservation.decision)
            return nil
        case .failure(let decision):
            account?.decision = decision
            context.storage.record(decision)
            return decision
        }
    }

    private func giveUp(_ screen: SplashScreen, _ choice: CreativeChoice, _ reason: String? = nil) {
        guard screen.isWaiting else { return }
        record(.nothing(reasons(choice, reason)))
        screen.giveUp()
    }

    private func reasons(_ choice: CreativeChoice, _ reason: String? = nil) -> String {
        let reasons =
            [reason].compactMap(\.self) + choice.reasons.map(\.description) + (library.latestProblem.map { [$0] } ?? [])
        return reasons.isEmpty ? "there is none" : reasons.joined(separator: "; ")
    }

    // MARK: - Landing pages

    /// The problem that the program doesn't open a creative's landing page; nil if it does, or if there is none.
    func landingProblem(of creative: SplashCreative) -> SplashProblem? {
        guard creative.landing != nil, context.commands[settings.landingCommand] == nil else { return nil }
        let reason = "the program offers no command \(settings.landingCommand.quoted)"
        return SplashProblem("creative '\(creative.id)'", "its landing page can't be opened: \(reason)")
    }

    private func open(_ address: String) {
        isOpening = false
        context.commands.start(settings.landingCommand, ["address": .string(address)]) { [weak self] outcome in
            guard let self else { return }
            guard case .failure(let error) = outcome else { return }
            context.log.warning("\(address.hidingUser) was not opened: \(error)")
            SplashToast.show("The page could not be opened: \(error)", in: context)
        }
    }
}
