/// The commands of a host: who offers which, and running them.
@MainActor public final class CommandRegistry {
    @MainActor private final class Entry {
        let command: Command
        let owner: Owner
        var runs: [Int: CommandRun] = [:]

        init(command: Command, owner: Owner) {
            self.command = command
            self.owner = owner
        }
    }

    private var entries: [Entry] = []
    private var lastRun = 0

    /// Called after a command came or went, or may have become available or not.
    var onChange: (@MainActor () -> Void)?

    /// Called when a command has ended, with an error's text where it failed.
    var onRun: (@MainActor (_ id: String, _ owner: Owner, _ outcome: CommandOutcome) -> Void)?

    /// Called when a command wants a key that another one has, which keeps it.
    var onKeyClash: (@MainActor (_ command: Command, _ owner: Owner, _ holder: Command) -> Void)?

    private let work: WorkTracker

    /// Creates a registry whose runs are part of a host's work.
    init(work: WorkTracker = WorkTracker()) {
        self.work = work
    }

    /// All commands, in the order in which they were offered.
    public var all: [Command] { entries.map(\.command) }

    /// The command of an id; nil when nobody offers it.
    public subscript(id: String) -> Command? {
        entry(id)?.command
    }

    /// Who offers a command; nil when nobody does.
    public func owner(of id: String) -> Owner? {
        entry(id)?.owner
    }

    /// The first command that wants a key; when it goes, the next one that wants it has the key.
    public func command(for key: KeyEvent) -> Command? {
        entries.first { $0.command.key == key }?.command
    }

    /// The keys that several commands want at this moment, in the order in which they were first wanted.
    public var keyClashes: [CommandKeyClash] {
        var wanted: [KeyEvent: [String]] = [:]
        for entry in entries {
            if let key = entry.command.key { wanted[key, default: []].append(entry.command.id) }
        }
        return entries.compactMap { entry in
            guard let key = entry.command.key, let ids = wanted[key], ids.count > 1, ids[0] == entry.command.id
            else { return nil }
            return CommandKeyClash(key: key, holder: ids[0], others: Array(ids.dropFirst()))
        }
    }

    /// Says that commands may have become available or unavailable, for lists that show them.
    ///
    /// Running a command needs no such call: it asks at that moment.
    public func availabilityDidChange() {
        onChange?()
    }

    // MARK: - Running

    /// The runs that have not ended, in the order in which they were started.
    public var runs: [CommandRun] {
        entries.flatMap(\.runs.values).sorted { $0.id < $1.id }
    }

    /// Runs a command and returns the text to show where it was run.
    ///
    /// Values are checked before the command is called. Throws `CommandError`,
    /// `CommandUnavailable`, or whatever the command throws. It ends early, with `CancellationError`,
    /// when the task that waits is cancelled or the command is withdrawn.
    @discardableResult
    public func run(_ id: String, _ values: [String: PlainValue] = [:]) async throws -> String? {
        try Task.checkCancellation()
        return try await start(id, values).finalValue
    }

    /// Runs a command and returns the run, to watch it and to cancel it.
    ///
    /// `completion` is called once with what `run` would return or throw, never
    /// before this returns, and from inside `cancel()` when that is what ends
    /// the run; `onProgress` before it, for each change the command tells of.
    @discardableResult
    public func start(
        _ id: String,
        _ values: [String: PlainValue] = [:],
        completion: @escaping @MainActor (Result<String?, any Error>) -> Void = { _ in },
        onProgress: @escaping @MainActor (CommandProgress) -> Void = { _ in }
    ) -> CommandRun {
        let run = prepare(id, values, completion: completion, onProgress: onProgress)
        run.begin(in: work)
        return run
    }

    private func prepare(
        _ id: String,
        _ values: [String: PlainValue],
        completion: @escaping @MainActor (Result<String?, any Error>) -> Void,
        onProgress: @escaping @MainActor (CommandProgress) -> Void
    ) -> CommandRun {
        lastRun += 1
        guard let entry = entry(id) else {
            let error = CommandError.unknownCommand(id, nearest: nearestName(to: id, in: entries.map(\.command.id)))
            return CommandRun(id: lastRun, command: id, onFinish: completion) { _ in throw error }
        }
        let command = entry.command
        let run = CommandRun(
            id: lastRun,
            command: id,
            onProgress: onProgress,
            onFinish: completion,
            onEnd: { [weak self, weak entry, owner = entry.owner] run in
                entry?.runs[run.id] = nil
                guard let result = run.result else { return }
                self?.onRun?(id, owner, CommandOutcome(result, of: run))
            },
            body: { [owner = entry.owner] run in
                try await RunningCode.$taskOwner.withValue(owner) {
                    if let reason = command.availability.reason {
                        throw CommandUnavailable(command: id, reason: reason)
                    }
                    let checked = try await command.check(values)
                    // Fetching choices takes a while, in which nobody may want the run any more.
                    try Task.checkCancellation()
                    let arguments = CommandArguments(checked: checked) { [weak run] in run?.report($0, $1) }
                    return try await command.action(arguments)
                }
            }
        )
        run.keepSecret(command.secrets(in: values))
        entry.runs[run.id] = run
        return run
    }

    // MARK: - Offering

    /// Offers a command of the program.
    ///
    /// Throws `CommandError.duplicateID` when another command has the id.
    public func offer(_ command: Command) throws(CommandError) {
        try register(command, owner: .host)
    }

    /// Adds a command of an owner.
    func register(_ command: Command, owner: Owner) throws(CommandError) {
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
        // Those that run hear of it one by one, and may start others meanwhile.
        for run in entry.runs.values.sorted(by: { $0.id < $1.id }) { run.withdraw() }
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
    /// Whoever ran it, or whoever offered it, wanted no more of it.
    case cancelled
}

extension CommandOutcome {
    /// What everybody hears of a result: what a command says may repeat the secrets that it was told.
    @MainActor init(_ result: Result<String?, any Error>, of run: CommandRun) {
        switch result {
        case .success(let text): self = .finished(text.map(run.hidingSecrets(in:)))
        case .failure(is CancellationError): self = .cancelled
        case .failure(let error): self = .failed(run.hidingSecrets(in: "\(error)"))
        }
    }
}

extension Command {
    /// The values of secret parameters, also those that nobody gave.
    fileprivate func secrets(in values: [String: PlainValue]) -> [String] {
        parameters.filter(\.isSecret).compactMap { (values[$0.name] ?? $0.defaultValue)?.description }
    }
}
