/// The newest decisions of a host's scenarios, for "why did nothing show?".
@MainActor package final class DecisionLog {
    /// The number of decisions that are kept.
    static let capacity = 100

    /// The newest decisions with the parties that recorded them, oldest first.
    private(set) var reports: [DecisionReport] = []

    /// The newest decisions, oldest first.
    package var decisions: [Decision] { reports.map(\.decision) }

    private var lastNumber = 0

    /// Adds a decision and drops the oldest one past the capacity.
    func record(_ decision: Decision, owner: Owner, at time: Duration) {
        lastNumber += 1
        let report = DecisionReport(number: lastNumber, decision: decision, owner: owner, time: time)
        reports.append(report, keepingNewest: DecisionLog.capacity)
    }
}

/// A decision that was made in this run, for tools that show why something did or didn't happen.
public struct DecisionReport: Hashable, Sendable {
    /// The number of the decision since the host started; the first one has 1.
    public let number: Int

    /// The decision.
    public let decision: Decision

    /// The party that recorded it.
    public let owner: Owner

    /// The time since the host started.
    public let time: Duration
}
