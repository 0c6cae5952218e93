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

    /// Whether an occasion of a kind may wait for what isn't here, with the page covered.
    func mayWait(on kind: SplashOccasion.Kind) -> Bool {
        let settings = library.settings
        // On a return and an offer the user is in the middle of something, and should not wait behind a cover.
        let isPatient = kind == .launch || kind == .byHand
        // The plugin's own advertisement needs no network.
        return isPatient && library.hasFeed && settings.cachePolicy != .background && settings.waitLimit > .zero
    }

    /// Chooses among the creatives, without those that a presentation has tried; or chooses the one that is asked for.
    func choice(
        mayWait: Bool,
        besides tried: Set<SplashCreative> = [],
        only: SplashCreative? = nil
    ) -> CreativeChoice {
        let pictures = library.pictures
        if let only {
            return CreativeChoice(only: only, canWait: mayWait, tried: tried, refusal: pictures.refusal(of: only))
        }
        return CreativeChoice(
            among: library.creatives ?? [],
            at: context.time.date,
            in: context.time.timeZone,
            canWait: mayWait,
            tried: tried,
            tally: library.frequency.tallies(at: context.time.date),
            refusal: { pictures.refusal(of: $0) }
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
    func refusal(_ choice: CreativeChoice, mayWait: Bool) -> SplashRefusal? {
        guard mayWait || library.mayHaveSome, !library.isWithdrawn else {
            return library.latestProblem.map { .nothingIsDue($0) } ?? .nothingIsHere
        }
        guard library.isLoaded, library.creatives != nil else { return nil }
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

    /// Fetches the pictures of the feed in force, and decodes that of the next creative.
    private func getPictures() async {
        guard !context.isClosed else { return }
        let (date, zone) = (context.time.date, context.time.timeZone)
        let tally = library.frequency.tallies(at: date)
        let order = (library.creatives ?? []).coming(at: date, in: zone, tally: tally)
        await library.pictures.prefetch(order)
        await prepare()
    }

    /// Decodes the pictures of the creative that is likely to be shown next.
    func prepareNext() {
        guard library.hasFeed, !context.isClosed else { return }
        context.tasks.start { [weak self] in await self?.prepare() }
    }

    private func prepare() async {
        guard !context.isClosed, let next = choice(mayWait: false).chosen else { return }
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
