import HostRuntime

/// What came of the latest occasion, for a person to read; a pure value.
struct SplashAccount: Hashable, Sendable {
    enum Result: Hashable, Sendable {
        /// The screen is covered until there is one.
        case waiting
        /// None was shown, and why.
        case nothing(String)
        /// One is up.
        case shown(String)
        /// One was shown, and has gone.
        case ended(String, SplashOutcome, visible: Duration)
    }

    let occasion: SplashOccasion

    /// How it was decided; nil where nobody asked a rule.
    var decision: Decision?

    var result = Result.waiting

    /// Whether it is not known yet what comes of it.
    var isOpen: Bool {
        switch result {
        case .waiting, .shown: true
        case .nothing, .ended: false
        }
    }

    /// What came of it, on one line.
    var summary: String {
        switch result {
        case .waiting: "waiting for an advertisement"
        case .nothing(let reason): "no advertisement: \(reason)"
        case .shown(let id): "shown: '\(id)', still on the screen"
        case .ended(let id, let outcome, let visible): "shown: '\(id)' for \(visible.inTenths) s, then \(outcome)"
        }
    }

    /// The outcome, the occasion with its time, and the rule that decided, one line each.
    var lines: [String] {
        [summary, "\(occasion), \(occasion.date.inUTCWithSeconds)", "decided by: \(rule)"]
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
