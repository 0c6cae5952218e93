/// The commands of a host: who offers which, and running them.
@MainActor public final class CommandRegistry {
    @MainActor private final class Entry {
        let command: Command
        let owner: String
        private var runs: [UInt64: Task<String?, any Error>] = [:]
        private var lastRun: UInt64 = 0

        init(command: Command, owner: String) {
            self.command = command
            self.owner = owner
        }

        /// Runs the command in a task that ends with whoever runs it, and with whoever offers it.
        func run(
            _ values: [String: PlainValue],
            report: @escaping @MainActor (CommandOutcome) -> Void
        ) async throws -> String? {
            let command = command
            let task = Task { @MainActor in
                // Told from here, so in the order in which runs end: who waits for one wakes up in any order.
                do {
                    try Task.checkCancellation()
                    let result = try await command.action(command.check(values))
                    report(.finished(result))
                    return result
                } catch {
                    report(.failed("\(error)"))
                    throw error
                }
            }
            lastRun += 1
            let run = lastRun
            runs[run] = task
            defer { runs[run] = nil }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }

        func cancelRuns() {
            for task in runs.values { task.cancel() }
        }
    }

    private var entries: [Entry] = []

    /// Called after a command came or went.
    var onChange: (@MainActor () -> Void)?

    /// Called when a command has ended, with an error's text where it failed.
    var onRun: (@MainActor (_ id: String, _ owner: String, _ outcome: CommandOutcome) -> Void)?

    /// Called when a command wants a key that another one has, which keeps it.
    var onKeyClash: (@MainActor (_ command: Command, _ owner: String, _ holder: Command) -> Void)?

    init() {}

    /// All commands, in the order in which they were offered.
    public var all: [Command] { entries.map(\.command) }

    /// The command of an id; nil when nobody offers it.
    public subscript(id: String) -> Command? {
        entry(id)?.command
    }

    /// Who offers a command; nil when nobody does.
    public func owner(of id: String) -> String? {
        entry(id)?.owner
    }

    /// The first command that wants a key.
    public func command(for key: KeyEvent) -> Command? {
        entries.first { $0.command.key == key }?.command
    }

    /// Runs a command and returns the text to show where it was run.
    ///
    /// Values are checked before the command is called. Throws `CommandError`
    /// or whatever the command throws. A command that is withdrawn while it
    /// runs is cancelled.
    @discardableResult
    public func run(_ id: String, _ values: [String: PlainValue] = [:]) async throws -> String? {
        guard let entry = entry(id) else {
            throw CommandError.unknownCommand(id, nearest: nearestName(to: id, in: entries.map(\.command.id)))
        }
        return try await entry.run(values) { [weak self, owner = entry.owner] in self?.onRun?(id, owner, $0) }
    }

    func register(_ command: Command, owner: String) throws(CommandError) {
        if let first = entry(command.id) {
            throw .duplicateID(command: command.id, first: first.owner, second: owner)
        }
        let holder = command.key.flatMap { self.command(for: $0) }
        entries.append(Entry(command: command, owner: owner))
        if let holder { onKeyClash?(command, owner, holder) }
        onChange?()
    }

    func remove(_ id: String) {
        guard let index = entries.firstIndex(where: { $0.command.id == id }) else { return }
        let entry = entries.remove(at: index)
        entry.cancelRuns()
        onChange?()
        withExtendedLifetime(entry) {}
    }

    private func entry(_ id: String) -> Entry? {
        entries.first { $0.command.id == id }
    }
}

/// How a command ended.
public enum CommandOutcome: Hashable, Sendable {
    /// It finished, with a text to show or none.
    case finished(String?)
    /// It threw an error of this text.
    case failed(String)
}
