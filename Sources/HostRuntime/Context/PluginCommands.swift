/// The commands of the host and of all plugins, as a plugin sees them.
@MainActor public struct PluginCommands {
    private let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }

    /// All commands, in the order in which they were offered.
    public var all: [Command] {
        context.environment(for: "commands.all")?.commands.all ?? []
    }

    /// The command with an id; nil if there is none.
    public subscript(id: String) -> Command? {
        context.environment(for: "commands[\(id)]")?.commands[id]
    }

    /// Returns whether a run of a command hasn't ended, whoever has started it.
    public func isRunning(_ id: String) -> Bool {
        context.environment(for: "commands.isRunning(\(id))")?.commands.isRunning(id) ?? false
    }

    /// The runs that haven't ended, whoever has started them, in the order in which they were started.
    public var runs: [CommandRun] {
        context.environment(for: "commands.runs")?.commands.runs ?? []
    }

    /// The run that the calling code is part of, the outermost one of several; nil outside of runs.
    public var currentRun: CommandRun? {
        context.environment(for: "commands.currentRun") == nil ? nil : CommandRun.outermost
    }

    /// Calls a closure when a run of any party begins, reports progress, is asked to end, or has ended.
    public func onRunsChange(_ body: @escaping @MainActor () -> Void) {
        guard let environment = context.environment(for: "commands.onRunsChange") else { return }
        let remove = environment.commands.runObservers.add(RunningCode.closure(context.calls(.observer), body))
        context.resources.own(HeldResource(.observer, "runs of commands"), release: remove)
    }

    /// Offers a command until the plugin ends.
    ///
    /// Throws `CommandError.duplicateID` when another command has the id,
    /// `CommandError.invalidName` for an id or a name that nobody could type,
    /// `CommandError.invalidDefault` for a default that breaks its own rule, and
    /// `PluginContextError` after the plugin's end.
    public func offer(_ command: Command) throws {
        let registry = try context.requireEnvironment(for: "commands.offer(\(command.id))").commands
        try registry.register(command, owner: context.owner)
        context.resources.own(HeldResource(.command, command.id), release: { registry.remove(command.id) })
    }

    /// Reports that commands of the plugin may have become available or unavailable, for lists that show them.
    public func availabilityDidChange() {
        context.environment(for: "commands.availabilityDidChange")?.commands.availabilityDidChange()
    }

    /// Runs a command of any party and returns the text to show where it was run.
    ///
    /// Throws `CommandError`, `CommandUnavailable`, or what the command throws;
    /// `CancellationError` when the calling task is cancelled or the command is
    /// withdrawn; and `PluginContextError` after the plugin's end.
    @discardableResult
    public func run(_ id: String, _ values: [String: PlainValue] = [:]) async throws -> String? {
        let commands = try context.requireEnvironment(for: "commands.run(\(id))").commands
        try Task.checkCancellation()
        return try await commands.start(id, values, for: context.owner).finalValue
    }

    /// Starts a command of any party and returns the run, for watching and cancelling it.
    ///
    /// `completion` is called once with the text to show or the error, never
    /// before this returns, and from inside `cancel()` when that ends the run;
    /// `onProgress` before it, at each change that the command reports. When the
    /// plugin ends neither is called any more, and the run continues.
    @discardableResult
    public func start(
        _ id: String,
        _ values: [String: PlainValue] = [:],
        completion: @escaping @MainActor (Result<String?, any Error>) -> Void = { _ in },
        onProgress: @escaping @MainActor (CommandProgress) -> Void = { _ in }
    ) -> CommandRun {
        let call: PluginCall = "commands.start(\(id))"
        guard let environment = context.environment(for: call) else {
            let error = PluginContextError(plugin: context.manifest.id, call: call.text)
            return CommandRun(command: id, starter: context.owner, failed: error)
        }
        let run = environment.commands.start(
            id,
            values,
            for: context.owner,
            completion: RunningCode.closure(context.calls(.completion), completion),
            onProgress: RunningCode.closure(context.calls(.completion), onProgress)
        )
        context.resources.own(HeldResource(.run, id), isSpent: { run.isDetached }, release: { run.detach() })
        return run
    }
}
