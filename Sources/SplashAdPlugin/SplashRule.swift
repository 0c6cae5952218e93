import HostRuntime

/// What the conditions of the advertisement's rule are called, and what they say to a person when they fail.
enum SplashRule {
    static let notLocked = "notAfterLock"
    static let notOverPage = "notOverLandingPage"
    static let notHeld = "notHeld"
    static let clockSetBack = "clockSetBack"

    /// What the time away is measured since.
    static let leaving = "leaving"

    /// What a creative's own counts are kept under.
    static func group(of creative: String) -> String { "splash-ad.\(creative)" }

    /// A creative's own limits, which count it, too, where it has none.
    static func rule(of creative: SplashCreative) -> ScenarioRule {
        var rules: [ScenarioRule] = []
        if let cap = creative.dailyCap { rules.append(.maxExecutions(cap, per: .day)) }
        if let cap = creative.totalCap { rules.append(.maxExecutionsPermitted(cap)) }
        if let seconds = creative.secondsBetweenShows { rules.append(.minSecondsBetweenExecutions(Double(seconds))) }
        return .group(group(of: creative.id), rules.count == 1 ? rules[0] : .all(rules))
    }

    /// The condition that a decision was no for; nil where nothing is against it.
    static func failure(of decision: Decision) -> Decision.Condition? {
        decision.conditions.first { !$0.isHeld }.map(innermost)
    }

    private static func innermost(_ condition: Decision.Condition) -> Decision.Condition {
        condition.parts.first { !$0.isHeld }.map(innermost) ?? condition
    }

    /// Why a decision was no, for a person to read.
    ///
    /// - Parameter hold: Why somebody keeps advertisements away.
    static func reason(of decision: Decision, hold: String? = nil) -> String {
        guard let failed = failure(of: decision) else { return "nothing is against it" }
        switch failed.name {
        case notLocked: return "the screen was locked, the user did not leave"
        case notOverPage: return "the page that an advertisement led to is open"
        case notHeld: return hold ?? "they are kept away"
        case "minSeconds since \(leaving)":
            return "away for \(tenths(failed.value)) s, which is not over \(tenths(failed.limit)) s"
        case "minSecondsBetweenExecutions":
            return "the last one was \(tenths(failed.value)) s ago, which is not over \(tenths(failed.limit)) s"
        case "maxExecutionsPermitted":
            return "shown \((failed.value.intValue ?? 0).times), and \(failed.limit) is the most"
        default:
            let count = (failed.value.intValue ?? 0).times
            return "shown \(count) on \(failed.note ?? "the day"), and \(failed.limit) is the most"
        }
    }

    private static func tenths(_ seconds: PlainValue) -> String {
        Duration.seconds(min(max(0, seconds.doubleValue ?? 0), 1e12)).inTenths
    }
}

extension Int {
    /// How often something was, in a sentence: "once", "20 times".
    var times: String { self == 1 ? "once" : "\(self) times" }
}
