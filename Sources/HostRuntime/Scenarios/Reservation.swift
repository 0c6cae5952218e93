public import FoundationEssentials
internal import Synchronization

/// The right to one execution, taken before it is known whether the execution happens.
///
/// While it is open it counts against every limit, in all processes. It ends
/// once: with `commit`, with `rollBack`, or on release, which rolls it back. For
/// other processes it also ends when its lease runs out or its process ends.
public final class Reservation: Sendable {
    /// The decision that allowed it.
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

    /// Counts the execution, at the moment it really happened.
    ///
    /// It counts even if the lease has run out in the meantime. Only the first
    /// call does something; it returns true. After `rollBack` nothing is counted.
    /// `body` changes other values of the scenario's store in the same step; it
    /// must not use the store. Numbers under the keys in `summing` add up with
    /// those of other processes, as `KeyValueStore.update(summing:_:)` describes.
    @discardableResult
    public func commit(
        at date: Date,
        summing keys: Set<String> = [],
        changing body: (inout [String: PlainValue]) -> Void = { _ in }
    ) -> Bool {
        guard close() else { return false }
        scenario.commit(ticket, at: date, summing: keys, changing: body)
        return true
    }

    /// Gives the right back, as if it had never been taken; after `commit` it does nothing.
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
