extension Decision {
    /// The conditions that refused the execution, without those that merely combine others; empty if it's allowed.
    ///
    /// Of several of which one had to be met, all are reasons; of one that must
    /// not be met, the one that is.
    public var reasons: [Condition] {
        isAllowed ? [] : conditions.filter { !$0.isMet }.flatMap { $0.reasons(isMet: false) }
    }

    /// The answer to "why did it happen?" or "why not?" as a sentence, with a word for an execution such as "shown".
    public func answer(executed verb: String = "executed") -> String {
        guard !isAllowed else {
            return conditions.isEmpty ? "Allowed: the rule has no conditions." : "Allowed: the rule is met."
        }
        // A rule of which one part has to be met may have none.
        guard !reasons.isEmpty else { return "Refused: none of the alternatives in the rule can be met." }
        return "Refused: " + reasons.map { $0.text(executed: verb) }.joined(separator: "; ") + "."
    }
}

extension Decision.Condition {
    /// The conditions that make this one met, or not.
    fileprivate func reasons(isMet: Bool) -> [Decision.Condition] {
        switch kind {
        case .all, .any, .group: parts.filter { $0.isMet == isMet }.flatMap { $0.reasons(isMet: isMet) }
        case .not: parts.flatMap { $0.reasons(isMet: !isMet) }
        default: [self]
        }
    }
}
