/// The commands of a host and its plugins.
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
    private var byID: [String: Entry] = [:]
    /// The commands of each key, in the order in which they were offered.
    private var byKey: [KeyEvent: [Entry]] = [:]
    private var lastRun = 0

    private var drafts: [Owner: [String: [String: PlainValue]]] = [:]

    /// Whether there is a screen; without one, commands that require it are refused.
    var hasScreen = true

    /// Called after a command came or went, or its availability may have changed.
    var onChange: (@MainActor () -> Void)?

    /// Called when a run has ended.
    var onRun: (@MainActor (_ run: CommandRun, _ owner: Owner, _ outcome: CommandOutcome) -> Void)?

    /// Called when a run begins, reports progress, is asked to end, or has ended.
    let runObservers = Observers<Void>()

    /// Called with a sentence about a mistake in a command: its key can't run it, or it reads what it doesn't declare.
    var onProblem: (@MainActor (_ owner: Owner, _ problem: String) -> Void)?

    private let work: WorkTracker

    /// Creates a registry whose runs are part of a host's work.
    init(work: WorkTracker = WorkTracker()) {
        self.work = work
    }

    /// All commands, in the order in which they were offered.
    public var all: [Command] { entries.map(\.command) }

    /// The command with an id; nil if there is none.
    public subscript(id: String) -> Command? {
        byID[id]?.command
    }

    /// Returns the owner of a command; nil if there is no such command.
    func owner(of id: String) -> Owner? {
        byID[id]?.owner
    }

    /// Returns the command that a key runs: the first one offered with it.
    func command(for key: KeyEvent) -> Command? {
        byKey[key]?.first?.command
    }

    /// Reports about all commands, in the order in which they were offered.
    var reports: [CommandReport] {
        entries.map { entry in
            CommandReport(
                command: entry.command,
                owner: entry.owner,
                runCount: entry.runs.count,
                keyHolder: entry.command.key.flatMap { byKey[$0]?.first?.command.id }
            )
        }
    }

    /// Reports that commands may have become available or unavailable, for lists that show them.
    ///
    /// Running a command needs no such call: it checks at that moment.
    public func availabilityDidChange() {
        onChange?()
    }

    // MARK: - Drafts

    /// The values entered into a command's form, by parameter, without secrets, until a run with them has succeeded.
    ///
    /// It's kept in memory for the command's owner, until that ends, so that another party's command
    /// of the same id doesn't get it. A command that nobody offers has none.
    subscript(draftOf id: String) -> [String: PlainValue] {
        get { owner(of: id).flatMap { drafts[$0]?[id] } ?? [:] }
        set {
            guard let owner = owner(of: id) else { return }
            drafts[owner, default: [:]][id] = newValue.isEmpty ? nil : newValue
        }
    }

    func forgetDrafts(of owner: Owner) {
        drafts[owner] = nil
    }

    // MARK: - Running

    /// The runs that haven't ended, in the order in which they were started.
    public var runs: [CommandRun] {
        entries.flatMap(\.runs.values).sorted { $0.id < $1.id }
    }

    /// Returns whether a run of a command hasn't ended.
    func isRunning(_ id: String) -> Bool {
        byID[id]?.runs.isEmpty == false
    }

    /// Runs a command and returns the text to show where it was run.
    ///
    /// Values are checked before the action is called; what is nested in one deeper
    /// than 64 levels becomes null. Throws `CommandError`,
    /// `CommandUnavailable`, or what the action throws; and `CancellationError`
    /// when the calling task is cancelled or the command is withdrawn.
    @discardableResult
    public func run(_ id: String, _ values: [String: PlainValue] = [:]) async throws -> String? {
        try Task.checkCancellation()
        return try await start(id, values).finalValue
    }

    /// Starts a command and returns the run, for watching and cancelling it.
    ///
    /// `completion` is called once with what `run` would return or throw, never
    /// before this returns, and from inside `cancel()` when that ends the run;
    /// `onProgress` before it, at each change that the command reports.
    @discardableResult
    public func start(
        _ id: String,
        _ values: [String: PlainValue] = [:],
        completion: @escaping @MainActor (Result<String?, any Error>) -> Void = { _ in },
        onProgress: @escaping @MainActor (CommandProgress) -> Void = { _ in }
    ) -> CommandRun {
        start(id, values, for: .host, completion: completion, onProgress: onProgress)
    }

    /// Starts a command for a party, which is told how the run ends.
    func start(
        _ id: String,
        _ values: [String: PlainValue],
        for starter: Owner,
        completion: @escaping @MainActor (Result<String?, any Error>) -> Void = { _ in },
        onProgress: @escaping @MainActor (CommandProgress) -> Void = { _ in }
    ) -> CommandRun {
        guard let entry = byID[id] else {
            let nearest = nearestName(to: id, in: entries.map(\.command.id))
            return startFailing(id, for: starter, CommandError.unknownCommand(id, nearest: nearest), completion)
        }
        let chain = CommandRun.currentChain
        guard chain.count < CommandRun.depthLimit else {
            return startFailing(id, for: starter, CommandError.nestedTooDeep(chain: chain + [id]), completion)
        }
        let (command, values, draft) = (entry.command, values.bounded, self[draftOf: id])
        // Before the run counts: a command may be unavailable while it runs.
        let refusal = refusal(of: command)
        lastRun += 1
        let run = CommandRun(
            id: lastRun,
            command: id,
            starter: starter,
            onProgress: onProgress,
            onFinish: completion,
            onEnd: { [weak self, weak entry, owner = entry.owner] run in
                entry?.runs[run.id] = nil
                guard let self, let outcome = run.outcome else { return }
                // The draft has served its purpose, unless it has changed since.
                if case .finished = outcome, draft.isSent(in: values), self[draftOf: id] == draft {
                    self[draftOf: id] = [:]
                }
                onRun?(run, owner, outcome)
                runObservers.send(())
            },
            onChange: { [weak self] in self?.runObservers.send(()) },
            body: { [weak self, weak entry, owner = entry.owner] run in
                try await RunningCode.$taskOwner.withValue(owner) {
                    if let refusal { throw CommandUnavailable(command: id, reason: refusal) }
                    let checked = try await command.check(values)
                    // Fetching choices takes a while, in which the run may be cancelled.
                    try Task.checkCancellation()
                    let arguments = CommandArguments(values: checked) { [weak run] in
                        run?.report($0, $1)
                    } onUnknown: { name in
                        Task { @MainActor in if let self, let entry { self.reportUnknown(name, in: entry) } }
                    }
                    return try await command.action(arguments)
                }
            }
        )
        run.addSecrets(command.secrets(in: values))
        entry.runs[run.id] = run
        // The task that this starts is the code of the command's owner.
        RunningCode.call(CallEntry(of: entry.owner, .command, source: id)) { run.begin(in: work) }
        runObservers.send(())
        return run
    }

    /// Reports that a command reads a parameter that it doesn't declare.
    private func reportUnknown(_ parameter: String, in entry: Entry) {
        let (id, known) = (entry.command.id, entry.command.parameters.map(\.name))
        onProblem?(entry.owner, "\(CommandError.unknownParameter(command: id, parameter: parameter, known: known))")
    }

    /// Returns why a command can't be run now; nil if it can.
    func refusal(of command: Command) -> String? {
        if command.requiresScreen, !hasScreen { return CommandUnavailable.needsScreen }
        return command.availability.reason
    }

    /// Starts a run that fails at once, as any other: its result comes when this has returned.
    private func startFailing(
        _ id: String,
        for starter: Owner,
        _ error: CommandError,
        _ completion: @escaping @MainActor (Result<String?, any Error>) -> Void
    ) -> CommandRun {
        lastRun += 1
        let run = CommandRun(id: lastRun, command: id, starter: starter, onFinish: completion) { _ in throw error }
        run.begin(in: work)
        return run
    }

    // MARK: - Offering

    /// Offers a command of the program.
    ///
    /// Throws `CommandError.duplicateID` when another command has the id,
    /// `CommandError.invalidName` for an id or a name that nobody could type:
    /// letters and digits of ASCII, dots, hyphens and underscores, at most 64; and
    /// `CommandError.invalidDefault` for a default that breaks the rule of its kind.
    public func offer(_ command: Command) throws(CommandError) {
        try register(command, owner: .host)
    }

    /// Adds a command of an owner.
    func register(_ command: Command, owner: Owner) throws(CommandError) {
        if let error = CommandRegistry.nameError(in: command) { throw error }
        for parameter in command.parameters {
            guard let value = parameter.defaultValue else { continue }
            do throws(CommandFieldError) {
                _ = try parameter.checkKind(value)
            } catch {
                throw .invalidDefault(command: command.id, parameter: parameter.name, rule: error.message)
            }
        }
        if let first = byID[command.id] {
            throw .duplicateID(command: command.id, first: first.owner, second: owner)
        }
        let keyProblem = keyProblem(of: command)
        let command = command.offered(by: owner)
        let entry = Entry(command: command, owner: owner)
        entries.append(entry)
        byID[command.id] = entry
        if let key = command.key { byKey[key, default: []].append(entry) }
        // Without a screen there are no keys.
        if hasScreen, let keyProblem { onProblem?(owner, keyProblem) }
        onChange?()
    }

    /// Returns why a command's key won't run it; nil if it will, or if there is none.
    private func keyProblem(of command: Command) -> String? {
        guard let key = command.key else { return nil }
        if let holder = self.command(for: key) {
            return "the key \(key) of '\(command.id)' runs '\(holder.id)', which had it first; choose another one"
        }
        // A key asks for no values.
        guard let parameter = command.parameters.first(where: { $0.defaultValue == nil }) else {
            return nil
        }
        return "the key \(key) can't run '\(command.id)', whose '\(parameter.name)' needs a value; "
            + "give it a default, or leave out the key"
    }

    /// Returns the first error in a command's id and the names of its parameters.
    private static func nameError(in command: Command) -> CommandError? {
        var names: Set<String> = []
        let parameters = command.parameters.map(\.name)
        for name in [command.id] + parameters {
            guard let rule = NameRule.violation(of: name) else { continue }
            return .invalidName(command: command.id, name: name, rule: rule)
        }
        return parameters.first { !names.insert($0).inserted }
            .map { .invalidName(command: command.id, name: $0, rule: "is also that of another parameter") }
    }

    func remove(_ id: String) {
        guard let entry = byID.removeValue(forKey: id) else { return }
        // A plugin's newest command is removed first.
        if let index = entries.lastIndex(where: { $0 === entry }) { entries.remove(at: index) }
        if let key = entry.command.key {
            if let index = byKey[key]?.lastIndex(where: { $0 === entry }) { byKey[key]?.remove(at: index) }
            if byKey[key]?.isEmpty == true { byKey[key] = nil }
        }
        // Ending a run may start another one.
        for run in entry.runs.values.sorted(by: { $0.id < $1.id }) { run.withdraw() }
        onChange?()
        withExtendedLifetime(entry) {}
    }
}

/// A command with its owner and its runs at one moment, for tools that list commands.
public struct CommandReport: Sendable {
    /// The command.
    public let command: Command

    /// The party that offers it.
    public let owner: Owner

    /// The number of its runs that haven't ended.
    public let runCount: Int

    /// The id of the command that its key runs; another one's if that had the key first.
    public let keyHolder: String?

    /// Whether another command has the key.
    public var hasLostKey: Bool { keyHolder.map { $0 != command.id } ?? false }
}

/// How a command ended.
public enum CommandOutcome: Hashable, Sendable {
    /// The command finished, with text to show or none.
    case finished(String?)
    /// The command threw an error with this text.
    case failed(String)
    /// The run was cancelled, or its command withdrawn.
    case cancelled
}

extension CommandOutcome {
    // Secrets are hidden: a command's text may repeat its values.
    @MainActor init(_ result: Result<String?, any Error>, of run: CommandRun) {
        switch result {
        case .success(let text): self = .finished(text.map(run.hidingSecrets(in:)))
        case .failure(is CancellationError): self = .cancelled
        case .failure(let error): self = .failed(run.hidingSecrets(in: "\(error)"))
        }
    }
}

extension [String: PlainValue] {
    /// Whether values that a command was run with are the entered ones; a text may have been read as a number.
    fileprivate func isSent(in values: [String: PlainValue]) -> Bool {
        allSatisfy { name, entered in
            guard case .string(let sent) = values[name], case .string(let text) = entered else { return true }
            return sent == text
        }
    }
}

extension Command {
    /// The values of secret parameters, including defaults.
    fileprivate func secrets(in values: [String: PlainValue]) -> [String] {
        parameters.filter(\.isSecret).compactMap { (values[$0.name] ?? $0.defaultValue)?.description }
    }
}
