import HostRuntime

extension ScenarioRule.Fact {
    static let personAllows = Self("person-allows", title: "the person allows advertisements")
    static let occasionIsAllowed = Self("occasion-is-allowed", title: "the settings allow this occasion")
    static let startIsLateEnough = Self("start-is-late-enough", title: "the program was started often enough")
    static let screenStayedUnlocked = Self("screen-stayed-unlocked", title: "the screen stayed unlocked")
    static let pagesAreClosed = Self("pages-are-closed", title: "all landing pages are closed")
    static let programAllows = Self("program-allows", title: "the program allows advertisements")
    /// Takes the place of the time away, which a clock that was set back leaves unknown.
    static let clockWasSetBack = Self("clock-was-set-back", title: "the clock was set back, so any time away will do")
}

extension ScenarioRule.Moment {
    static let leaving = Self("leaving", title: "the program was left")
}

/// The limits of a creative, and the reasons against an advertisement in words.
enum SplashRule {
    /// The group that counts the starts of the program.
    static let starts = "splash-starts"

    static func group(of creative: String) -> String { "splash-ad.\(creative)" }

    /// A creative's own limits; a creative without any is counted as well.
    static func rule(of creative: SplashCreative) -> ScenarioRule {
        var rules: [ScenarioRule] = []
        if let cap = creative.dailyCap { rules.append(.maxExecutions(cap, per: .day)) }
        if let cap = creative.totalCap { rules.append(.maxExecutionsPermitted(cap)) }
        if let seconds = creative.secondsBetweenShows { rules.append(.minSecondsBetweenExecutions(Double(seconds))) }
        return .group(group(of: creative.id), rules.count == 1 ? rules[0] : .all(rules))
    }

    /// The first condition that a decision was refused by; nil if it was allowed.
    static func failure(of decision: Decision) -> Decision.Condition? {
        decision.conditions.first { !$0.isMet }.map(innermost)
    }

    private static func innermost(_ condition: Decision.Condition) -> Decision.Condition {
        condition.parts.first { !$0.isMet }.map(innermost) ?? condition
    }

    /// The reason for which a decision was refused, for people to read.
    ///
    /// - Parameter conditions: Those of the occasion, with their own reasons.
    static func reason(of decision: Decision, _ conditions: [SplashFrequency.Condition] = []) -> String {
        guard let failed = failure(of: decision) else { return "the rules allow it" }
        if case .fact(let fact) = failed.kind, let reason = conditions.first(where: { $0.fact == fact })?.reason {
            return reason
        }
        let limit = "more than \(tenths(failed.limit)) s needed"
        let count = "shown \(failed.value) of \(failed.limit) times"
        return switch failed.kind {
        case .fact(.screenStayedUnlocked): "the screen was locked, the user did not leave"
        case .fact(.pagesAreClosed): "the page that an advertisement led to is open"
        case .minSeconds(since: .leaving): "away for \(tenths(failed.value)) s; \(limit)"
        case .minSecondsBetweenExecutions: "the last one was \(tenths(failed.value)) s ago; \(limit)"
        case .maxExecutions: "\(count) on \(failed.note ?? "this day")"
        case .maxExecutionsPermitted: count
        case .storage: "it couldn't be counted, because the counters can't be written now; the log has the reason"
        default: failed.text(executed: "shown")
        }
    }

    /// The name of the rule that a condition comes from, for people to read.
    static func name(of condition: Decision.Condition) -> String {
        switch condition.kind {
        case .fact(.personAllows): "no advertisement without the person's consent, or while there are to be none"
        case .fact(.occasionIsAllowed): "the occasions that the settings allow"
        case .fact(.startIsLateEnough): "no advertisement in the first starts"
        case .fact(.screenStayedUnlocked): "no advertisement after a screen lock"
        case .fact(.pagesAreClosed): "no advertisement over a landing page"
        case .fact(.programAllows): "no advertisement while the program keeps them away"
        case .minSeconds(since: .leaving): "the shortest time away"
        case .minSecondsBetweenExecutions: "the shortest time between two advertisements"
        case .maxExecutions: "the most in a day"
        case .maxExecutionsPermitted: "the most in all"
        case .storage: "no advertisement that can't be counted"
        default: condition.text(executed: "shown")
        }
    }

    private static func tenths(_ seconds: PlainValue) -> String {
        Duration.seconds(min(max(0, seconds.doubleValue ?? 0), 1e12)).inSeconds(decimals: 1...1)
    }
}
