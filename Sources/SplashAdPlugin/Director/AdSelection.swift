import FoundationEssentials
import HostRuntime

/// Decides which advertisement is shown, among those in force, and gets the next ones ahead of time.
@MainActor final class AdSelection {
    private let context: PluginContext
    private let library: AdLibrary

    init(context: PluginContext, library: AdLibrary) {
        self.context = context
        self.library = library
    }

    // MARK: - The choice

    /// Returns how to get an advertisement for an occasion.
    func plan(for occasion: SplashOccasion) -> SplashPlan {
        SplashPlan(library.settings, occasion.kind, hasFeed: library.hasFeed)
    }

    /// Chooses among the creatives, without those that a presentation has tried; or chooses the one that is asked for.
    func choice(
        _ plan: SplashPlan,
        besides tried: Set<SplashCreative> = [],
        only: SplashCreative? = nil
    ) -> CreativeChoice {
        let pictures = library.pictures
        if let only {
            let refusal = pictures.refusal(of: only, usesCache: plan.usesCache)
            return CreativeChoice(only: only, canWait: plan.mayWait, tried: tried, refusal: refusal)
        }
        return CreativeChoice(
            among: library.creatives ?? [],
            at: context.time.date,
            in: context.time.timeZone,
            canWait: plan.mayWait,
            tried: tried,
            tally: library.frequency.tallies(at: context.time.date),
            refusal: { pictures.refusal(of: $0, usesCache: plan.usesCache) }
        )
    }

    /// Returns the reasons against all creatives, for people to read, beginning with another reason.
    func reasons(_ choice: CreativeChoice, _ reason: String? = nil) -> String {
        let reasons =
            [reason].compactMap(\.self) + choice.reasons.map(\.description)
            + [library.latestProblem].compactMap(\.self)
        return reasons.isEmpty ? "there is none" : reasons.joined(separator: "; ")
    }

    /// Returns why there is nothing to show, nor to wait for, so that a cover would only flash.
    func refusal(_ plan: SplashPlan, _ choice: CreativeChoice?) -> SplashRefusal? {
        guard plan.mayWait || library.mayHaveSome, !library.isWithdrawn else {
            return library.latestProblem.map { .nothingIsDue($0) } ?? .nothingIsHere
        }
        guard let choice, library.isLoaded, library.creatives != nil else { return nil }
        return choice.chosen == nil && choice.wanted == nil ? .nothingIsDue(reasons(choice)) : nil
    }

    // MARK: - Ahead of time

    /// Fetches the feed, and then its pictures; a program that is about to stop waits, too briefly to be noticed.
    func fetch(holding message: WillEnterBackground? = nil) {
        guard library.hasFeed, library.permission.refusal == nil else { return }
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
        guard library.settings.cachePolicy != .reload, !context.isClosed else { return }
        let (date, zone) = (context.time.date, context.time.timeZone)
        let tally = library.frequency.tallies(at: date)
        let order = (library.creatives ?? []).coming(at: date, in: zone, tally: tally)
        await library.pictures.prefetch(order)
        await prepare()
        guard library.settings.cachePolicy != .useCache else { return }
        await library.pictures.revalidate(order)
        await prepare()
    }

    /// Decodes the pictures of the creative that is likely to be shown next.
    func prepareNext() {
        guard library.hasFeed, !context.isClosed else { return }
        context.tasks.start { [weak self] in await self?.prepare() }
    }

    private func prepare() async {
        let plan = SplashPlan.withoutWait(library.settings)
        guard !context.isClosed, plan.usesCache, let next = choice(plan).chosen else { return }
        await library.pictures.prepare(next)
    }
}

extension [SplashCreative] {
    /// Those that may be shown now or later, in the order of their turns.
    func coming(at date: Date, in zone: CivilTimeZone, tally: (String) -> CreativeTally) -> [SplashCreative] {
        let coming = filter { creative in
            creative.weight > 0 && !creative.isOver(at: date, in: zone)
                && creative.totalCap.map { tally(creative.id).total < $0 } ?? true
        }
        return CreativeTurns(coming.map { CreativeTurns.Turn(creative: $0, value: tally($0.id).turn) }).order
    }
}
