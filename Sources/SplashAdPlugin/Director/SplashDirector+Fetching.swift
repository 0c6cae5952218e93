import HostRuntime

// What is fetched and decoded before anybody asks for it.

extension SplashDirector {
    /// Fetches the feed, and what it needs, in the background.
    func fetch(holding message: WillEnterBackground? = nil) {
        // A lock is no leave: the person is not away from the program.
        guard library.hasFeed, message == nil || !isScreenLocked else { return }
        // A program that is stopped fetches nothing, so the stop waits, for no longer than is noticed.
        let hold = message.map { context.bus.hold($0, "fetching advertisements", for: .seconds(1)) }
        context.time.schedule(after: .milliseconds(250)) { hold?.end() }
        context.tasks.start { [weak self] in
            await self?.library.refresh()
            await self?.getPictures()
            hold?.end()
        }
    }

    /// Gets the pictures that the feed in force needs, and decodes what comes next.
    private func getPictures() async {
        guard settings.cachePolicy != .reload else { return }
        let (date, tally) = (context.time.date, frequency.tallies(at: context.time.date))
        let coming = (library.editions.first ?? []).filter { creative in
            let isOver = creative.validUntil.map { date >= $0 } ?? false
            return !isOver && creative.totalCap.map { tally(creative.id).total < $0 } ?? true
        }
        let turns = coming.map { CreativeTurns.Turn(creative: $0, credit: tally($0.id).credit) }
        await library.pictures.prefetch(CreativeTurns(turns).order)
        await prepare()
    }

    func prepareNext() {
        guard library.hasFeed, !context.isClosed else { return }
        context.tasks.start { [weak self] in await self?.prepare() }
    }

    private func prepare() async {
        let plan = SplashPlan.withoutWait(settings)
        guard plan.usesCache, let next = choice(plan).chosen else { return }
        await library.pictures.prepare(next)
    }
}
