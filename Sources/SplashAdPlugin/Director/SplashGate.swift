import HostRuntime

/// Decides when an advertisement may be shown: by the rules, the holds of programs and the pages that are open.
///
/// It also remembers when the program was in use, from which the rules measure the time away.
@MainActor final class SplashGate {
    private let context: PluginContext
    private let library: AdLibrary
    private let pages: LandingPages
    private var holds = TimedHolds()
    /// Whether the user has left the program and not returned.
    private var isLeft = false
    /// The time at which the program was last stored as in use; nil if it has been left since.
    private var keptPresence: Duration?
    /// The number of this start of the program; nil if the plugin came later.
    private var start: Int?

    init(context: PluginContext, library: AdLibrary, pages: LandingPages) {
        self.context = context
        self.library = library
        self.pages = pages
    }

    // MARK: - The rules

    /// Returns whether an advertisement that isn't known yet may be shown on an occasion.
    func decide(_ occasion: SplashOccasion) -> Decision {
        library.frequency.decide(for: occasion, at: context.time.date, circumstances)
    }

    /// Reserves the count of a creative that is about to be shown, or returns the decision against it.
    func reserve(_ occasion: SplashOccasion, of creative: SplashCreative) -> Result<Reservation, Decision> {
        library.frequency.reserve(for: occasion, of: creative, at: context.time.date, circumstances)
    }

    private var circumstances: SplashFrequency.Circumstances {
        SplashFrequency.Circumstances(
            asksPerson: library.permission.isCondition,
            personReason: library.permission.refusal,
            start: start ?? library.frequency.starts(at: context.time.date),
            isOverPage: pages.isOpen,
            isHeld: holdReason != nil
        )
    }

    /// Returns the reason for which a decision was refused, for people to read.
    func reason(of decision: Decision, on occasion: SplashOccasion) -> String {
        let hold = SplashFrequency.Condition(fact: .programAllows, reason: holdReason)
        return SplashRule.reason(of: decision, library.frequency.conditions(of: occasion, circumstances) + [hold])
    }

    /// Counts a presentation whose first frame was painted.
    func count(_ reservation: Reservation, of creative: SplashCreative, among pool: [SplashCreative]) {
        library.frequency.commit(reservation, of: creative, among: pool, at: context.time.date)
    }

    /// The reason against an advertisement on request, apart from the rules, if any.
    var refusal: SplashRefusal? {
        if let reason = library.permission.refusal { return .notAllowed(reason) }
        // Nothing is painted in the background, and the return decides again.
        if context.lifecycleState == .background { return .inBackground }
        if pages.isOpen { return .overLandingPage }
        return holdReason.map { .held($0) }
    }

    // MARK: - Holds

    /// Keeps advertisements away as a notification asks.
    func hold(_ request: NamedNotification) throws(TimedHoldError) {
        try holds.hold(request, at: context.time.now)
    }

    /// Ends the hold that a notification names, or all of them.
    func release(_ request: NamedNotification) {
        holds.release(request)
    }

    /// The reason why advertisements are kept away now, if any.
    var holdReason: String? { holds.reason(at: context.time.now).map { "they are kept away by \($0)" } }

    // MARK: - The time away

    /// Begins a start of the program, and returns its occasion with the time since the program was left.
    func launched() -> SplashOccasion {
        start = library.frequency.starts(at: context.time.date) + 1
        return library.frequency.launch(at: context.time.date)
    }

    /// Stores the date as that of the latest use after a frame, and after later ones that are five seconds apart.
    ///
    /// A program that is killed can't store when it was left, so the next launch measures from the latest date here.
    /// It's after a frame because the disk may be slow, and only after one that is drawn anyway.
    func followPresence(since launch: SplashOccasion? = nil) {
        context.windows.afterNextFrame(isNeeded: false) { [weak self] in
            guard let self else { return }
            let isKept = keptPresence.map { context.time.now - $0 < .seconds(5) } ?? false
            if !isLeft, !isKept {
                keptPresence = context.time.now
                if let launch {
                    library.frequency.recordLaunch(launch, at: context.time.date)
                } else {
                    library.frequency.recordUse(until: context.time.date)
                }
            }
            followPresence()
        }
    }

    func returned() {
        (isLeft, keptPresence) = (false, nil)
    }

    /// Records that there is no user, so that the end of the program stores no departure.
    func stayAway() {
        isLeft = true
    }

    /// Stores the date at which the user has left the program.
    func left() {
        // Ending in the background doesn't count as leaving again.
        guard !isLeft else { return }
        isLeft = true
        library.frequency.recordUse(until: context.time.date)
    }
}
