import HostRuntime

/// One presentation, from its cover to the advertisement on it.
///
/// It shows the chosen creative at once if that is decoded. Otherwise it tries one
/// creative after another behind the cover, until one is shown, the wait is over,
/// or none is left.
@MainActor final class SplashCasting {
    let occasion: SplashOccasion
    let screen: SplashScreen

    /// The creatives that the advertisement was chosen from.
    private(set) var pool: [SplashCreative] = []
    /// The count to commit with the first frame; nil while the advertisement is unknown, and for a show by hand.
    private(set) var reservation: Reservation?
    /// The day on which its show was counted; nil before, and for a show by hand.
    var dayOfShow: Int?

    /// Whether it may wait for what isn't here.
    private let mayWait: Bool
    /// The creative that was asked for; nil for the one whose turn it is.
    private let only: SplashCreative?
    private let context: PluginContext
    private let library: AdLibrary
    private let selection: AdSelection
    private let gate: SplashGate
    private let pages: LandingPages
    private let journal: SplashJournal

    /// The creatives whose pictures were asked for while the cover waits.
    private var tried: Set<SplashCreative> = []

    /// The time limit for reading and decoding pictures in the cache.
    private static let readingLimit = Duration.seconds(1)

    init(
        _ occasion: SplashOccasion,
        _ reservation: Reservation?,
        mayWait: Bool,
        only: SplashCreative? = nil,
        for director: SplashDirector
    ) {
        self.only = only
        self.occasion = occasion
        self.reservation = reservation
        self.mayWait = mayWait
        (context, library, selection) = (director.context, director.library, director.selection)
        (gate, pages, journal) = (director.gate, director.pages, director.journal)
        screen = SplashScreen(context: context, settings: library.settings)
    }

    /// Covers the screen, and shows the chosen creative, at once if it is ready.
    func begin(with choice: CreativeChoice) {
        screen.begin()
        if let creative = choice.chosen, let artwork = library.pictures.decoded(creative) {
            return show(creative, artwork, among: choice.pool(of: creative))
        }
        // Another one may be shown.
        reservation?.rollBack()
        reservation = nil
        // Without a wait, pictures come from the cache, which takes only a moment.
        let limit = mayWait ? library.settings.waitLimit : SplashCasting.readingLimit
        if mayWait {
            // Decodes a stored creative, to be shown if the wanted one hasn't come by the end of the wait.
            context.time.schedule(after: limit - SplashCasting.readingLimit) { [weak self] in
                if let self, screen.isWaiting { selection.prepareNext() }
            }
        }
        context.time.schedule(after: limit) { [weak self] in self?.waitIsOver(limit) }
        context.tasks.start { [weak self] in await self?.fill() }
    }

    // MARK: - Waiting

    /// Gets an advertisement for a cover that waits, until one is shown or there is nothing left to try.
    private func fill() async {
        await library.load()
        guard !context.isClosed else { return }
        let waits = only == nil && mayWait && library.isSpent(at: context.time.date)
        if waits { await library.refresh() }
        // Each round shows a creative or leaves one creative fewer: a file that can't be read may seem to be ready.
        while screen.isWaiting, !context.isClosed {
            let choice = selection.choice(mayWait: mayWait, besides: tried, only: only)
            // After a wait for the feed, the creative whose turn it is precedes one that is ready.
            guard let creative = waits ? choice.wanted ?? choice.chosen : choice.chosen ?? choice.wanted else {
                return giveUp(choice)
            }
            tried.insert(creative)
            let artwork = try? await library.pictures.artwork(of: creative, mayFetch: mayWait)
            if let artwork, !context.isClosed, isInForce(creative) {
                return show(creative, artwork, among: choice.pool(of: creative))
            }
        }
    }

    /// Shows a ready creative after the wanted one has not arrived in time.
    private func waitIsOver(_ limit: Duration) {
        guard screen.isWaiting else { return }
        // Another one is quicker than one whose pictures are being decoded, and may have come from another process.
        let others = selection.choice(mayWait: false, besides: tried, only: only)
        let choice = others.chosen == nil ? selection.choice(mayWait: false, only: only) : others
        guard let creative = choice.chosen, let artwork = library.pictures.decoded(creative) else {
            return giveUp(choice, "nothing came within \(limit.inSeconds(decimals: 1...1)) s")
        }
        show(creative, artwork, among: choice.pool(of: creative))
    }

    /// Whether a creative may still be shown after a wait; the one that is asked for may in any case.
    private func isInForce(_ creative: SplashCreative) -> Bool {
        only != nil || library.isInForce(creative, at: context.time.date)
    }

    private func giveUp(_ choice: CreativeChoice, _ reason: String? = nil) {
        guard screen.isWaiting else { return }
        giveUp(because: selection.reasons(choice, reason))
    }

    /// Ends the wait for an advertisement, for a reason.
    func giveUp(because reason: String) {
        journal.record(.nothing(library.permission.refusal ?? reason))
        screen.giveUp()
    }

    // MARK: - Showing

    private func show(_ creative: SplashCreative, _ artwork: SplashArtwork, among pool: [SplashCreative]) {
        guard screen.isWaiting else { return }
        if reservation == nil, occasion.kind != .byHand {
            switch gate.reserve(occasion, of: creative) {
            case .success(let reservation):
                self.reservation = reservation
                journal.decide(reservation.decision)
            case .failure(let decision):
                journal.decide(decision)
                return giveUp(because: gate.reason(of: decision, on: occasion))
            }
        }
        self.pool = pool
        screen.show(pages.openable(creative), artwork, by: library.settings.showing(creative.look))
    }
}
