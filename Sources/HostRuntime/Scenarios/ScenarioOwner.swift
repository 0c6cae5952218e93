internal import FoundationEssentials

/// The process that made a reservation.
struct ScenarioOwner: Hashable, Sendable {
    let process: Int

    /// The start of the process in the system's ticks, which tells apart processes with the same id.
    let started: Int

    static let current: ScenarioOwner = {
        let process = Int(ProcessInfo.processInfo.processIdentifier)
        return ScenarioOwner(process: process, started: started(process) ?? 0)
    }()

    /// Whether the process still runs.
    ///
    /// If the system doesn't say, every process counts as running, and a
    /// reservation ends with its lease alone.
    static func isAlive(_ owner: ScenarioOwner) -> Bool {
        guard owner != current, current.started != 0 else { return true }
        return started(owner.process) == owner.started
    }

    private static func started(_ process: Int) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
        return started(status: status)
    }

    /// Reads the start of a process from `/proc/PID/stat`; nil for a process that has ended.
    static func started(status: String) -> Int? {
        // The second field is the program's name, which may contain spaces and parentheses.
        guard let end = status.lastIndex(of: ")") else { return nil }
        let fields = status[status.index(after: end)...].split(separator: " ")
        // A process that was killed stays in the list until its parent reads its status.
        guard let state = fields.first, !["Z", "X"].contains(state) else { return nil }
        return fields.count > 19 ? Int(fields[19]) : nil
    }
}
