internal import FoundationEssentials

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
