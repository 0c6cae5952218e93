import FoundationEssentials
import HostRuntime

/// How often the advertisement is shown: after a time away, and so often a day.
///
/// A count is reserved when the advertisement is to be shown, and spent with
/// its first painted frame. What is kept is one record and the date at which the
/// program was left, in the store and for all days.
struct SplashFrequency: Sendable {
    /// When the advertisement may be shown.
    enum Occasion: Hashable, Sendable {
        /// The program was started.
        case launch
        /// The program is about to be seen again.
        case comeBack(BackgroundPeriod)
    }

    private let store: KeyValueStore
    private let settings: SplashSettings
    private let timeZone: CivilTimeZone

    private static let leftKey = "left"
    private static let droppedKey = "dropped"
    private static let notLocked = "notAfterLock"
    private static let notOverPage = "notOverLandingPage"
    private static let clockSetBack = "clockSetBack"

    init(store: KeyValueStore, settings: SplashSettings, timeZone: CivilTimeZone) {
        self.store = store
        self.settings = settings
        self.timeZone = timeZone
    }

    /// Keeps when the user left the program, for the next launch.
    func left(at date: Date) {
        store.update { $0[SplashFrequency.leftKey] = .double(date.timeIntervalSinceReferenceDate) }
    }

    /// Takes the right to one presentation where the rules allow it.
    ///
    /// Nothing is shown over the page that an advertisement has led to. What was
    /// waited for since the occasion is no time away.
    func reserve(
        for occasion: Occasion,
        at date: Date,
        after waited: Duration = .zero,
        isOverPage: Bool = false
    ) -> Result<Reservation, Decision> {
        let (away, isLocked) = time(away: occasion, at: date.addingTimeInterval(-(waited / .seconds(1))))
        let scenario = scenario(isAwayKnown: away != .unknown)
        // The event that the interval runs from is that the user left. It is put
        // where it was by today's clock, whatever has been set since.
        if case .seconds(let seconds) = away { scenario.trigger(at: date.addingTimeInterval(-seconds)) }
        return scenario.reserve(
            at: date,
            conditions: [
                SplashFrequency.notLocked: !isLocked, SplashFrequency.notOverPage: !isOverPage,
                SplashFrequency.clockSetBack: true,
            ]
        )
    }

    /// Forgets how often it was shown, and how often each of some creatives was.
    func reset(_ creatives: some Sequence<String> = []) {
        scenario(isAwayKnown: true).reset()
        for id in creatives { forget(id) }
        for id in dropped { forget(id) }
        store.update { $0[SplashFrequency.droppedKey] = nil }
    }

    // MARK: - Each creative's own count

    /// How often a creative was shown on the day of a date.
    func shown(_ creative: String, at date: Date) -> Int {
        self.creative(creative).decide(at: date).conditions.first?.value.intValue ?? 0
    }

    /// Counts that a creative was shown.
    func count(_ creative: String, at date: Date) {
        _ = self.creative(creative).execute(at: date)
    }

    /// Forgets how often creatives were shown that nobody has any more, each once that day is over.
    ///
    /// A server may name others each time that it is asked; one that it names
    /// again on the same day still has its cap.
    func forget(_ dropped: Set<String>, keeping ids: Set<String>, at date: Date) {
        let dropped = dropped.union(self.dropped).subtracting(ids)
        let today = dropped.filter { shown($0, at: date) > 0 }
        for id in dropped.subtracting(today) { forget(id) }
        let kept = today.sorted().map { PlainValue.string($0) }
        store.update { $0[SplashFrequency.droppedKey] = kept.isEmpty ? nil : .array(kept) }
    }

    /// The creatives that nobody has any more and that are still counted.
    private var dropped: [String] {
        (store.value(SplashFrequency.droppedKey)?.arrayValue ?? []).compactMap(\.stringValue)
            .filter(SplashCreative.isID)
    }

    /// Forgets how often a creative was shown.
    private func forget(_ creative: String) {
        self.creative(creative).reset()
    }

    /// A creative's own cap is the feed's to change, so it is no part of the rule.
    private func creative(_ id: String) -> Scenario {
        Scenario(id: "splash-ad.\(id)", rule: .maxExecutions(.max, per: .day), store: store, timeZone: timeZone)
    }

    // The interval stands before the cap: the first condition that does not hold is the reason.
    private func scenario(isAwayKnown: Bool) -> Scenario {
        let interval: ScenarioRule =
            isAwayKnown
            ? .minSecondsSinceLastEvent(settings.minimumBackground / .seconds(1))
            : .condition(SplashFrequency.clockSetBack)
        return Scenario(
            id: "splash-ad",
            rule: .all([
                .condition(SplashFrequency.notLocked), .condition(SplashFrequency.notOverPage), interval,
                .maxExecutions(settings.dailyCap, per: .day),
            ]),
            store: store,
            timeZone: timeZone
        )
    }

    // MARK: - The time away

    private enum Away: Hashable {
        case never
        case seconds(Double)
        /// The clock shows less than when the program was left.
        case unknown
    }

    private func time(away occasion: Occasion, at date: Date) -> (Away, isLocked: Bool) {
        switch occasion {
        case .comeBack(let period):
            // Measured by the host's own clock, which nobody sets.
            return (.seconds(period.duration / .seconds(1)), period.cause == .screenLocked)
        case .launch:
            guard let left = store.value(SplashFrequency.leftKey)?.doubleValue, left.isFinite else {
                return (.never, false)
            }
            let seconds = date.timeIntervalSinceReferenceDate - left
            return (seconds < 0 ? .unknown : .seconds(seconds), false)
        }
    }

    // MARK: - Reasons

    /// Why a decision was no, for a person to read.
    static func reason(of decision: Decision) -> String {
        guard let failed = decision.conditions.first(where: { !$0.isHeld }) else { return "nothing is against it" }
        switch failed.name {
        case notLocked: return "the screen was locked, the user did not leave"
        case notOverPage: return "the page that an advertisement led to is open"
        case "minSecondsSinceLastEvent":
            return "away for \(tenths(failed.value)) s, which is not over \(tenths(failed.limit)) s"
        default: return "shown \(failed.value) times on \(failed.note ?? "the day"), and \(failed.limit) is the most"
        }
    }

    private static func tenths(_ seconds: PlainValue) -> String {
        Duration.seconds(min(max(0, seconds.doubleValue ?? 0), 1e12)).inTenths
    }
}
