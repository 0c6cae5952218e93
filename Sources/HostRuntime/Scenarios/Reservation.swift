public import FoundationEssentials
internal import Synchronization

/// The right to one execution, taken before it is known whether it comes about.
///
/// While it is open it counts against every limit, in all processes. It ends
/// once: with `commit`, with `rollBack`, when it is released (which rolls it
/// back), or, for the others, when its lease has run out or its process has died.
public final class Reservation: Sendable {
    /// Why it was given.
    public let decision: Decision

    private let scenario: Scenario
    private let ticket: ReservationTicket
    private let isOpen = Mutex(true)

    init(_ ticket: ReservationTicket, of scenario: Scenario, decision: Decision) {
        self.ticket = ticket
        self.scenario = scenario
        self.decision = decision
    }

    deinit {
        rollBack()
    }

    /// Counts the execution, at the moment it really came about.
    ///
    /// What was shown counts, even when the lease has run out meanwhile. Only
    /// the first call does something; it returns true. After `rollBack` nothing
    /// is counted. `body` changes other values of the scenario's storage in the same
    /// step, such as what is kept about the execution; it must not use the storage.
    @discardableResult
    public func commit(at date: Date, changing body: (inout [String: PlainValue]) -> Void = { _ in }) -> Bool {
        guard close() else { return false }
        scenario.commit(ticket, at: date, changing: body)
        return true
    }

    /// Gives the right back, as if it had never been taken; it does nothing after `commit`.
    public func rollBack() {
        if close() { scenario.rollBack(ticket) }
    }

    private func close() -> Bool {
        isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
    }
}
