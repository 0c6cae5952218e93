import HostRuntime

// Fetching and decoding ahead of time.

extension SplashDirector {
    func fetch(holding message: WillEnterBackground? = nil) {
        // After a lock the user has not left the program.
        guard library.hasFeed, message == nil || !isScreenLocked else { return }
        // A stopped program can't fetch, so the stop waits, too briefly to be noticed.
        let hold = message.map { context.bus.hold($0, "fetching advertisements", for: .seconds(1)) }
        context.time.schedule(after: .milliseconds(250)) { hold?.end() }
        context.tasks.start { [weak self] in
            await self?.library.refresh()
            await self?.getPictures()
            hold?.end()
        }
    }

    /// Fetches the pictures of the feed in force, and decodes those of the next creative.
    private func getPictures() async {
        guard settings.cachePolicy != .reload, !context.isClosed else { return }
        let (date, zone) = (context.time.date, context.time.timeZone)
        let tally = frequency.tallies(at: date)
        let coming = (library.editions.first ?? []).filter { creative in
            creative.weight > 0 && !creative.isOver(at: date, in: zone)
                && creative.totalCap.map { tally(creative.id).total < $0 } ?? true
        }
        let turns = coming.map { CreativeTurns.Turn(creative: $0, credit: tally($0.id).credit) }
        let order = CreativeTurns(turns).order
        await library.pictures.prefetch(order)
        await prepare()
        guard settings.cachePolicy != .useCache else { return }
        await library.pictures.revalidate(order)
        await prepare()
    }

    func prepareNext() {
        guard library.hasFeed, !context.isClosed else { return }
        context.tasks.start { [weak self] in await self?.prepare() }
    }

    private func prepare() async {
        let plan = SplashPlan.withoutWait(settings)
        guard !context.isClosed, plan.usesCache, let next = choice(plan).chosen else { return }
        await library.pictures.prepare(next)
    }
}
