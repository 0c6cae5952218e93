internal import FoundationEssentials

/// The process that made a reservation.
struct ScenarioOwner: Hashable, Sendable {
    /// The number of the process.
    let process: Int

    /// When the process started, in the system's ticks; it tells it from a later one with its number.
    let started: Int

    /// This process.
    static let current: ScenarioOwner = {
        let process = Int(ProcessInfo.processInfo.processIdentifier)
        return ScenarioOwner(process: process, started: started(process) ?? 0)
    }()

    /// Whether the process still runs, as far as the system tells.
    ///
    /// Where nothing can be told, a reservation ends with its lease alone.
    static func isAlive(_ owner: ScenarioOwner) -> Bool {
        guard owner != current, current.started != 0 else { return true }
        return started(owner.process) == owner.started
    }

    private static func started(_ process: Int) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
        return started(status: status)
    }

    /// Reads the moment of starting from a `/proc/PID/stat`; nil for a process that has ended.
    static func started(status: String) -> Int? {
        // The second field is the program's name, which may hold blanks and brackets.
        guard let end = status.lastIndex(of: ")") else { return nil }
        let fields = status[status.index(after: end)...].split(separator: " ")
        // What was killed stays in the list until its parent asks for its status.
        guard let state = fields.first, !["Z", "X"].contains(state) else { return nil }
        return fields.count > 19 ? Int(fields[19]) : nil
    }
}
