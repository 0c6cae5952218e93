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

/// The process that made a reservation.
struct ReservationOwner: Hashable, Sendable {
    let process: Int

    /// The start of the process in the system's ticks, which tells apart processes with the same id.
    let started: Int

    static let current: ReservationOwner = {
        let process = Int(ProcessInfo.processInfo.processIdentifier)
        return ReservationOwner(process: process, started: started(process) ?? 0)
    }()

    /// Whether the process still runs.
    ///
    /// If the system doesn't say, every process counts as running, and a
    /// reservation ends with its lease alone.
    static func isAlive(_ owner: ReservationOwner) -> Bool {
        guard owner != current, current.started != 0 else { return true }
        return started(owner.process) == owner.started
    }

    private static func started(_ process: Int) -> Int? {
        ProcessStatus.of(process).flatMap { $0.hasEnded ? nil : $0.start }
    }
}
