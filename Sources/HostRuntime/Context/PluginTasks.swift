/// The asynchronous tasks of a plugin.
@MainActor public struct PluginTasks {
    private let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }

    /// Starts a task on the main actor; the plugin's end cancels it.
    ///
    /// An error that the task throws is logged, and ends only the task. Hold on to
    /// the task only to cancel it earlier.
    @discardableResult
    public func start(
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor () async throws -> Void
    ) -> Task<Void, Never> {
        guard let environment = context.environment(for: "tasks.start") else { return Task {} }
        let (log, owner) = (environment.log, context.owner)
        let end = End()
        // A task is no part of the command that began it: its sleep isn't the command's.
        let task = RunningCode.$taskOwner.withValue(owner) {
            HostWork.$current.withValue(nil) {
                RunningCode.call(context.calls(.task, file, line)) {
                    Task { @MainActor in
                        do {
                            // A task that is cancelled before its turn would begin all the same.
                            try Task.checkCancellation()
                            try await body()
                        } catch is CancellationError {
                        } catch {
                            log.add(.error, "a task threw \(error)", owner: owner)
                        }
                        end.isReached = true
                    }
                }
            }
        }
        context.resources.own(
            HeldResource(.task, file: file, line: line),
            isSpent: { end.isReached },
            release: { task.cancel() }
        )
        return task
    }

    @MainActor private final class End {
        var isReached = false
    }

    /// Performs work outside the main actor, such as a request or the decoding of a picture, and returns its result.
    ///
    /// The work is part of the calling task: when that is cancelled, by the
    /// plugin's end or otherwise, so is the work, which throws
    /// `CancellationError` where it checks.
    ///
    /// A scripted run and a test wait for the work when their time is moved, for
    /// at most as long in real time, so that its result comes at the moment of
    /// the call. While the work sleeps on the host's clock they don't wait.
    public func perform<Value: Sendable>(
        _ body: @escaping @concurrent @Sendable () async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await context.requireEnvironment(for: "tasks.perform").work.perform(body)
    }
}
