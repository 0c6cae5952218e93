/// The newest decisions of a host's scenarios, for "why did nothing show?".
@MainActor package final class DecisionLog {
    /// The number of decisions that are kept.
    static let capacity = 100

    /// The newest decisions, oldest first.
    package private(set) var decisions: [Decision] = []

    /// Adds a decision and drops the oldest one past the capacity.
    func record(_ decision: Decision) {
        decisions.append(decision, keepingNewest: DecisionLog.capacity)
    }
}
