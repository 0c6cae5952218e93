import FoundationEssentials
import HostRuntime

/// The rules for how often advertisements are shown, and their counters.
///
/// A count is reserved when an advertisement is about to be shown, and spent
/// with its first painted frame, for all advertisements and for its creative in
/// one step. The store has a record for each of them, the values of their
/// turns, and the date at which the program was last known to be in use.
struct SplashFrequency: Sendable {
    private let store: KeyValueStore
    private let settings: SplashSettings
    private let timeZone: CivilTimeZone

    private static let scenarioID = "splash-ad"
    private static let leftKey = "left"
    private static let behindKey = "clock-behind"
    private static let turnsKey = "turns"

    init(store: KeyValueStore, settings: SplashSettings, timeZone: CivilTimeZone) {
        self.store = store
        self.settings = settings
        self.timeZone = timeZone
    }

    // MARK: - Occasions

    /// Records until when the program was in use, for the next launch.
    func recordUse(until date: Date) {
        store.update {
            $0[SplashFrequency.leftKey] = .double(date.timeIntervalSinceReferenceDate)
            SplashStates.advance(&$0, to: date, in: timeZone)
        }
    }

    /// The number of starts that were counted.
    func starts(at date: Date) -> Int {
        ScenarioGroup(SplashRule.starts, store: store, timeZone: timeZone).counts(at: date).events
    }

    /// Records a launch, and the date as that of the latest use.
    func recordLaunch(_ occasion: SplashOccasion, at date: Date) {
        let isBehind = if case .behind = occasion.away { true } else { false }
        store.update {
            $0[SplashFrequency.leftKey] = .double(date.timeIntervalSinceReferenceDate)
            $0[SplashFrequency.behindKey] = isBehind ? true : nil
            SplashStates.advance(&$0, to: date, in: timeZone)
        }
        let rule = ScenarioRule.group(SplashRule.starts, .all([]))
        Scenario(id: SplashRule.starts, rule: rule, store: store, timeZone: timeZone).trigger(at: date)
    }

    /// Returns the occasion of a launch, with the time since the program was left.
    func launch(at date: Date) -> SplashOccasion {
        let left = store.value(SplashFrequency.leftKey)?.doubleValue.flatMap { $0.isFinite ? $0 : nil }
        let wasBehind = store.value(SplashFrequency.behindKey) != nil
        return .launch(leftAt: left.map { Date(timeIntervalSinceReferenceDate: $0) }, wasBehind: wasBehind, at: date)
    }

    /// The state of the program and of its user on an occasion.
    struct Circumstances: Hashable, Sendable {
        /// Whether the person's permission is a condition.
        var asksPerson = false
        /// The person's reason against advertisements, if any.
        var personReason: String?
        /// The number of the program's start, from 1.
        var start = 1
        /// Whether a landing page is open.
        var isOverPage = false
        /// Whether a hold keeps advertisements away.
        var isHeld = false
    }

    /// A condition that the person or the settings make, with the reason against an advertisement if it isn't met.
    struct Condition: Hashable, Sendable {
        let fact: ScenarioRule.Fact
        let reason: String?
    }

    /// Returns the conditions that the person and the settings make of an occasion, as far as they make any.
    func conditions(of occasion: SplashOccasion, _ circumstances: Circumstances) -> [Condition] {
        var conditions: [Condition] = []
        func add(_ fact: ScenarioRule.Fact, unless isMet: Bool, _ reason: String) {
            conditions.append(Condition(fact: fact, reason: isMet ? nil : reason))
        }
        if circumstances.asksPerson {
            conditions.append(Condition(fact: .personAllows, reason: circumstances.personReason))
        }
        let kinds = SplashOccasion.kindsInSettings.filter(settings.occasions.contains)
        if kinds != SplashOccasion.kindsInSettings {
            let words = kinds.compactMap { SplashOccasion.Kind(rawValue: $0)?.inWords }
            let allowed = words.isEmpty ? "on no occasion" : "only " + words.joined(separator: " and ")
            let isMet = kinds.contains(occasion.kind.rawValue)
            add(.occasionIsAllowed, unless: isMet, "the settings allow one \(allowed)")
        }
        if settings.startsBeforeFirst > 0 {
            let (start, needed) = (circumstances.start, settings.startsBeforeFirst + 1)
            let reason = "this is start \(start) of the program; the first advertisement comes at start \(needed)"
            add(.startIsLateEnough, unless: start >= needed, reason)
        }
        return conditions
    }

    /// Decides whether the rules allow a presentation of a creative that isn't known yet.
    func decide(for occasion: SplashOccasion, at date: Date, _ circumstances: Circumstances) -> Decision {
        recordMoment(at: date)
        let (scenario, facts, measured) = question(occasion, nil, circumstances)
        return scenario.decide(at: date, facts: facts, measured: measured)
    }

    /// Reserves one presentation if the rules allow it, including those of the creative.
    func reserve(
        for occasion: SplashOccasion,
        of creative: SplashCreative? = nil,
        at date: Date,
        _ circumstances: Circumstances = Circumstances()
    ) -> Result<Reservation, Decision> {
        recordMoment(at: date)
        let (scenario, facts, measured) = question(occasion, creative, circumstances)
        return scenario.reserve(at: date, facts: facts, measured: measured)
    }

    private func question(
        _ occasion: SplashOccasion,
        _ creative: SplashCreative?,
        _ circumstances: Circumstances
    ) -> (Scenario, facts: [ScenarioRule.Fact: Bool], measured: [ScenarioRule.Moment: TimeInterval]) {
        var measured: [ScenarioRule.Moment: TimeInterval] = [:]
        switch occasion.away {
        case .seconds(let seconds): measured[.leaving] = seconds
        // A clock that is set back before each launch must not bring an advertisement each time.
        case .behind(again: true): measured[.leaving] = 0
        case .never, .behind(again: false): break
        }
        let conditions = conditions(of: occasion, circumstances)
        var facts: [ScenarioRule.Fact: Bool] = [
            .screenStayedUnlocked: !occasion.isLocked, .pagesAreClosed: !circumstances.isOverPage,
            .programAllows: !circumstances.isHeld,
            .clockWasSetBack: occasion.away == .behind(again: false),
        ]
        for condition in conditions { facts[condition.fact] = condition.reason == nil }
        return (scenario(occasion, creative, conditions), facts, measured)
    }

    /// Records the date in the counts of all creatives, so that a clock that was ahead doesn't bar them for ever.
    ///
    /// A creative is barred before it's chosen, and the rule of an occasion only names
    /// the one that is.
    private func recordMoment(at date: Date) {
        let creatives = SplashFrequency.creatives(store)
        guard !creatives.isEmpty else { return }
        store.update { values in
            SplashFrequency.update(&values) { memory in
                for id in creatives { counters(of: id, memory).recordMoment(at: date) }
            }
        }
    }

    /// Counts a presentation whose first frame was painted, and gives its creative its turn.
    func commit(_ reservation: Reservation, of creative: SplashCreative, among pool: [SplashCreative], at date: Date) {
        reservation.commit(at: date, summing: [SplashFrequency.turnsKey]) { values in
            var kept = SplashFrequency.turns(values)
            var turns = CreativeTurns(pool.map { CreativeTurns.Turn(creative: $0, value: kept[$0.id] ?? 0) })
            turns.give(to: creative.id)
            for turn in turns.turns { kept[turn.creative.id] = turn.value }
            SplashFrequency.keep(kept, in: &values)
        }
    }

    // The interval stands before the cap: the first condition that is not met is the reason.
    private func scenario(
        _ occasion: SplashOccasion,
        _ creative: SplashCreative?,
        _ conditions: [Condition]
    ) -> Scenario {
        let minimum = settings.minimumBackground / .seconds(1)
        let interval: ScenarioRule =
            switch occasion {
            // The user was not away: the time since the last advertisement counts instead.
            case _ where occasion.kind == .offer: .minSecondsBetweenExecutions(minimum)
            case _ where occasion.away == .behind(again: false): .fact(.clockWasSetBack)
            default: .minSeconds(minimum, since: .leaving)
            }
        var rules: [ScenarioRule] = conditions.map { .fact($0.fact) }
        rules += [
            .fact(.screenStayedUnlocked), .fact(.pagesAreClosed), .fact(.programAllows), interval,
            .maxExecutions(settings.dailyCap, per: .day),
        ]
        if settings.betweenShows > .zero {
            rules.append(.minSecondsBetweenExecutions(settings.betweenShows / .seconds(1)))
        }
        if let creative { rules.append(SplashRule.rule(of: creative)) }
        return Scenario(id: SplashFrequency.scenarioID, rule: .all(rules), store: store, timeZone: timeZone)
    }

    func reset() {
        store.update { values in
            SplashFrequency.update(&values) { memory in
                Scenario(id: SplashFrequency.scenarioID, rule: .all([]), store: memory, timeZone: timeZone).reset()
                for id in SplashFrequency.creatives(memory) { counters(of: id, memory).reset() }
            }
            values[SplashFrequency.turnsKey] = nil
        }
    }

    // MARK: - Counts of creatives

    /// Returns a function for the tallies of creatives, as of a date.
    func tallies(at date: Date) -> @Sendable (String) -> CreativeTally {
        // Read once, since a feed has many creatives.
        tallies(in: store.all, at: date)
    }

    private func tallies(in values: [String: PlainValue], at date: Date) -> @Sendable (String) -> CreativeTally {
        let memory = KeyValueStore(values)
        let turns = SplashFrequency.turns(values)
        return { id in
            let counts = counters(of: id, memory).counts(at: date)
            return CreativeTally(
                today: counts.executions(in: .day),
                total: counts.executions,
                sinceShown: counts.secondsSinceExecution,
                turn: turns[id] ?? 0
            )
        }
    }

    /// Forgets the counts of all creatives but some, a month after their last show.
    ///
    /// A server may send other creatives each time; one that comes back within
    /// the month still has its caps.
    func forget(keeping ids: Set<String>, at date: Date) {
        store.update { values in
            // Another process may have counted a show until now.
            let tally = tallies(in: values, at: date)
            var recent: Set<String> = []
            SplashFrequency.update(&values) { memory in
                let dropped = Set(SplashFrequency.creatives(memory)).subtracting(ids)
                recent = dropped.filter { tally($0).sinceShown ?? .infinity < SplashFrequency.month }
                for id in dropped.subtracting(recent) { counters(of: id, memory).reset() }
            }
            let turns = SplashFrequency.turns(values).filter { ids.contains($0.key) || recent.contains($0.key) }
            SplashFrequency.keep(turns, in: &values)
        }
    }

    private static let month = 30 * 86_400.0

    /// The creatives that have counts.
    private static func creatives(_ store: KeyValueStore) -> [String] {
        let prefix = SplashRule.group(of: "")
        return ScenarioGroup.names(in: store).filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
            .filter(SplashCreative.isID)
    }

    private static func turns(_ values: [String: PlainValue]) -> [String: Int] {
        guard case .dictionary(let turns) = values[turnsKey] else { return [:] }
        return turns.compactMapValues(\.intValue)
    }

    private static func keep(_ turns: [String: Int], in values: inout [String: PlainValue]) {
        let turns = turns.filter { $0.value != 0 }
        values[turnsKey] = turns.isEmpty ? nil : .dictionary(turns.mapValues { .int($0) })
    }

    /// Lets scenarios update the values of a step of the store.
    private static func update(_ values: inout [String: PlainValue], _ body: (KeyValueStore) -> Void) {
        let memory = KeyValueStore(values)
        body(memory)
        values = memory.all
    }

    private func counters(of creative: String, _ store: KeyValueStore) -> ScenarioGroup {
        ScenarioGroup(SplashRule.group(of: creative), store: store, timeZone: timeZone)
    }
}
