/// One run of a command: how far it is, how it ended, and the way to end it early.
///
/// Each run is by itself, also of one command. Releasing the handle ends
/// nothing.
@MainActor public final class CommandRun {
    /// The number of the run; a later run of the same host has a higher one.
    public nonisolated let id: Int

    /// The id of the command.
    public nonisolated let command: String

    /// What the command told last of how far it is; nil while it has told nothing.
    public private(set) var progress: CommandProgress?

    /// How it ended: with a text to show or none, or with an error; nil while it runs.
    ///
    /// The error of a run that was cancelled is `CancellationError`.
    public private(set) var result: Result<String?, any Error>?

    /// Whether it has ended.
    public var isFinished: Bool { result != nil }

    /// Whether the code that asks is a part of the run, as an observer is of what the command does.
    ///
    /// True in its tasks and in the runs that it starts; false in its timers'
    /// closures.
    public var isCurrent: Bool { CommandRun.current?.isPart(of: self) ?? false }

    typealias Body = @MainActor (CommandRun) async throws -> String?

    /// The run that the current task is a part of.
    @TaskLocal private static var current: CommandRun?

    private var body: Body?
    private var onProgress: (@MainActor (CommandProgress) -> Void)?
    private var onFinish: (@MainActor (Result<String?, any Error>) -> Void)?
    // Told of the end before who asked for it is.
    private var onEnd: (@MainActor (CommandRun) -> Void)?
    private var outer: CommandRun?
    // Also those of the runs that this one began: what they say is what this one says.
    private var secrets: Set<String> = []
    private var task: Task<Void, Never>?
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var lastWaiter = 0

    /// Creates a run that has not begun.
    init(
        id: Int,
        command: String,
        onProgress: @escaping @MainActor (CommandProgress) -> Void = { _ in },
        onFinish: @escaping @MainActor (Result<String?, any Error>) -> Void = { _ in },
        onEnd: (@MainActor (CommandRun) -> Void)? = nil,
        body: @escaping Body
    ) {
        self.id = id
        self.command = command
        self.onProgress = onProgress
        self.onFinish = onFinish
        self.onEnd = onEnd
        self.body = body
        outer = CommandRun.current
    }

    /// Creates a run that never begins and has failed already.
    init(command: String, failed error: any Error) {
        id = 0
        self.command = command
        result = .failure(error)
    }

    // MARK: - Waiting

    /// The text to show, once the run has ended; throws the error that it ended with.
    ///
    /// A task that is cancelled while it waits gets `CancellationError`, and
    /// the run goes on.
    public var value: String? {
        get async throws {
            await wait()
            guard let result else { throw CancellationError() }
            return try result.get()
        }
    }

    private func wait() async {
        guard !isFinished else { return }
        lastWaiter += 1
        let waiter = lastWaiter
        // The run is work of its own: whoever waits for it does nothing meanwhile.
        let caller = HostWork.current
        caller?.setAsleep(true)
        defer { caller?.setAsleep(false) }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if isFinished || Task.isCancelled {
                    continuation.resume()
                } else {
                    waiting[waiter] = continuation
                }
            }
        } onCancel: {
            Task { @MainActor in self.waiting.removeValue(forKey: waiter)?.resume() }
        }
    }

    // MARK: - Running

    /// Begins the run, as part of a host's work; a second call does nothing.
    func begin(in work: WorkTracker) {
        guard let body else { return }
        self.body = nil
        task = work.start {
            do {
                try Task.checkCancellation()
                let text = try await CommandRun.$current.withValue(self) { try await body(self) }
                self.finish(.success(text))
            } catch {
                self.finish(.failure(error))
            }
        }
    }

    /// The text to show when the run has ended; cancelling the waiting task cancels the run.
    var finalValue: String? {
        get async throws {
            let task = task
            return try await withTaskCancellationHandler {
                try await value
            } onCancel: {
                task?.cancel()
                Task { @MainActor in self.cancel() }
            }
        }
    }

    /// Ends the run at once: its task is cancelled, and whoever waits for it hears of that.
    ///
    /// A command that takes no notice of the cancellation is let go: what it
    /// tells and returns later reaches nobody. A run that has ended stays as it is.
    public func cancel() {
        guard !isFinished else { return }
        task?.cancel()
        finish(.failure(CancellationError()))
    }

    /// Ends the run because its command is offered no more.
    func withdraw() {
        // A command that takes itself away has an answer to give all the same.
        if isCurrent { task?.cancel() } else { cancel() }
    }

    /// Tells nobody any more, and lets the run go on.
    func leave() {
        onProgress = nil
        onFinish = nil
    }

    // MARK: - Secrets

    /// The text without the secrets that the run, and every run that it began, was given.
    ///
    /// What a command returns and throws may repeat them: whoever shows it asks here.
    public func hidingSecrets(in text: String) -> String {
        text.hiding(Array(secrets))
    }

    /// Takes in what is not to be seen of what the command says.
    func keepSecret(_ secrets: [String]) {
        guard !secrets.isEmpty else { return }
        self.secrets.formUnion(secrets)
        outer?.keepSecret(secrets)
    }

    private func isPart(of run: CommandRun) -> Bool {
        self === run || outer?.isPart(of: run) ?? false
    }

    /// Takes in what the command tells of how far it is.
    func report(_ fraction: Double?, _ text: String) {
        guard !isFinished else { return }
        let known = fraction.map { $0.isNaN ? progress?.fraction : $0 } ?? nil
        let next = CommandProgress(fraction: known, text: hidingSecrets(in: text))
        guard next != progress else { return }
        progress = next
        onProgress?(next)
    }

    private func finish(_ result: Result<String?, any Error>) {
        guard !isFinished else { return }
        self.result = result
        let (onEnd, onFinish, waiting) = (onEnd, onFinish, waiting)
        // Whoever hears of the end may do anything.
        (self.onEnd, self.waiting, body, outer) = (nil, [:], nil, nil)
        leave()
        onEnd?(self)
        onFinish?(result)
        for waiter in waiting.keys.sorted() { waiting[waiter]?.resume() }
    }
}
