import HostRuntime

/// The account of an occasion, for people to read; a pure value.
struct SplashAccount: Hashable, Sendable {
    /// The outcome of an occasion.
    enum Result: Hashable, Sendable {
        case waiting
        case nothing(String)
        case shown(String)
        case ended(String, SplashOutcome, visible: Duration)
    }

    let occasion: SplashOccasion

    /// The decision; nil for a show by hand, which asks no rule.
    var decision: Decision?

    var result = Result.waiting

    var isOpen: Bool {
        switch result {
        case .waiting, .shown: true
        case .nothing, .ended: false
        }
    }

    var summary: String {
        switch result {
        case .waiting: "waiting for an advertisement"
        case .nothing(let reason): "no advertisement: \(reason)"
        case .shown(let id): "shown: '\(id)', still on the screen"
        case .ended(let id, let outcome, let visible):
            "shown: '\(id)' for \(visible.inSeconds(decimals: 1...1)) s, then \(outcome)"
        }
    }

    /// Returns the outcome, the occasion with its time in a time zone, and the rule that decided, one line each.
    func lines(in zone: CivilTimeZone) -> [String] {
        [summary, "\(occasion), \(occasion.date.inWords(zone))", "decided by: \(rule)"]
    }

    /// The decision and its conditions, without the scenario's id.
    var rules: String? {
        decision.map { "rules: " + $0.text(executed: "shown").drop { $0 != " " }.dropFirst() }
    }

    private var rule: String {
        guard let decision else { return "no rule; a show by hand asks none and is not counted" }
        if let failure = SplashRule.failure(of: decision) { return SplashRule.name(of: failure) }
        switch result {
        case .waiting: return "nothing yet; the rules allow it"
        case .nothing: return "what is available; the rules allow it"
        case .shown(let id), .ended(let id, _, _): return "the rules, which allow it; it was the turn of '\(id)'"
        }
    }
}

/// Keeps the account of the latest occasion, and logs each reason for which nothing was shown.
@MainActor final class SplashJournal {
    /// The account of the latest occasion; nil before the first one.
    private(set) var account: SplashAccount?

    private let context: PluginContext

    init(context: PluginContext) {
        self.context = context
    }

    /// Begins the account of an occasion, with the decision that it was met with; nil for a show by hand.
    func begin(_ occasion: SplashOccasion, _ decision: Decision?) {
        account = SplashAccount(occasion: occasion)
        if let decision { decide(decision) }
    }

    /// Records another decision for the same occasion.
    func decide(_ decision: Decision) {
        account?.decision = decision
        context.storage.record(decision)
    }

    /// Records what became of the occasion; `isLogged` says that the log has the reason already.
    func record(_ result: SplashAccount.Result, isLogged: Bool = false) {
        account?.result = result
        // Presentations that were shown post their end themselves.
        if case .nothing = result, !isLogged, let account { context.log.info(account.summary) }
    }
}
