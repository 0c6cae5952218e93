/// A run of a command: its progress and its result.
///
/// A command may have several runs at once. Releasing the run doesn't end it.
@MainActor public final class CommandRun {
    /// The number of the run; later runs of the same host have higher ones.
    public nonisolated let id: Int

    /// The id of the command.
    public nonisolated let command: String

    /// The party that started the run, and shows how it ends.
    ///
    /// A key, a script and the shell start runs of the program.
    public nonisolated let starter: Owner

    /// The last progress that the command reported; nil before the first report.
    public private(set) var progress: CommandProgress?

    /// The result: text to show or nil, or an error; nil while the command runs.
    ///
    /// The error of a cancelled run is `CancellationError`.
    private(set) var result: Result<String?, any Error>?

    /// Whether the run has ended.
    public var isFinished: Bool { result != nil }

    /// The outcome, without secrets; nil while the command runs.
    public var outcome: CommandOutcome? { result.map { CommandOutcome($0, of: self) } }

    /// Whether the command was asked to end.
    public private(set) var isCancelling = false

    /// Whether the run is part of another one that hasn't ended.
    public var isNested: Bool { outer.map { !$0.isFinished } ?? false }

    /// Whether no closure is to be called for the run any more.
    var isDetached: Bool { onFinish == nil }

    /// Whether the calling code is part of the run.
    ///
    /// True in the command's tasks, in the runs that it starts, and in observers
    /// that it calls; false in its timers' closures.
    public var isCurrent: Bool { CommandRun.current?.isPart(of: self) ?? false }

    /// The limit of runs that are part of one another, as for posts of messages.
    nonisolated static let depthLimit = 64

    /// The run that hasn't ended and that the current one is a part of, or the current one itself.
    static var outermost: CommandRun? {
        sequence(first: current) { $0?.outer }.prefix { $0?.isFinished == false }.compactMap(\.self).last
    }

    /// The commands of the current run and of the runs that it's a part of, outermost first.
    static var currentChain: [String] {
        sequence(first: current) { $0?.outer }.prefix { $0 != nil }.compactMap { $0?.command }.reversed()
    }

    typealias Body = @MainActor (CommandRun) async throws -> String?

    /// The run that the current task is a part of.
    @TaskLocal private static var current: CommandRun?

    private var body: Body?
    private var onProgress: (@MainActor (CommandProgress) -> Void)?
    private var onFinish: (@MainActor (Result<String?, any Error>) -> Void)?
    // Called before `onFinish`.
    private var onEnd: (@MainActor (CommandRun) -> Void)?
    // Called after `onProgress`, also when nobody waits for the run any more.
    private let onChange: (@MainActor () -> Void)?
    private var outer: CommandRun?
    // Includes those of the runs that this one started: their texts become part of this one's.
    private var secrets: Set<String> = []
    private var task: Task<Void, Never>?
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var lastWaiter = 0

    /// Creates a run that hasn't begun.
    init(
        id: Int,
        command: String,
        starter: Owner = .host,
        onProgress: @escaping @MainActor (CommandProgress) -> Void = { _ in },
        onFinish: @escaping @MainActor (Result<String?, any Error>) -> Void = { _ in },
        onEnd: (@MainActor (CommandRun) -> Void)? = nil,
        onChange: (@MainActor () -> Void)? = nil,
        body: @escaping Body
    ) {
        self.id = id
        self.command = command
        self.starter = starter
        self.onChange = onChange
        self.onProgress = onProgress
        self.onFinish = onFinish
        self.onEnd = onEnd
        self.body = body
        outer = CommandRun.current
    }

    /// Creates a run that has already failed.
    init(command: String, starter: Owner, failed error: any Error) {
        id = 0
        self.command = command
        self.starter = starter
        onChange = nil
        result = .failure(error)
    }

    // MARK: - Waiting

    /// The text to show, once the run has ended; throws the run's error.
    ///
    /// If the waiting task is cancelled, this throws `CancellationError` and the
    /// run continues.
    var value: String? {
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
        // The run is tracked by itself: the caller is asleep while it waits.
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

    /// Asks the command to end, by cancelling its task; the run ends when the command does.
    ///
    /// A command that ignores it goes on, and so does its run. `cancel()` doesn't wait for the command.
    public func requestCancellation() {
        guard !isFinished, !isCancelling else { return }
        isCancelling = true
        task?.cancel()
        onChange?()
    }

    /// Ends the run at once, with `CancellationError`, and cancels its task.
    ///
    /// If the command ignores the cancellation, its later reports and result are
    /// dropped. Cancelling a run that has ended has no effect.
    public func cancel() {
        guard !isFinished else { return }
        task?.cancel()
        finish(.failure(CancellationError()))
    }

    /// Ends the run because its command was withdrawn.
    func withdraw() {
        // A command that withdraws itself still has a result to return.
        if isCurrent { task?.cancel() } else { cancel() }
    }

    /// Detaches the completion and progress closures; the run continues.
    func detach() {
        // Released after the change: a deinit may cancel this run.
        let closures = (onProgress, onFinish)
        (onProgress, onFinish) = (nil, nil)
        withExtendedLifetime(closures) {}
    }

    // MARK: - Secrets

    /// Returns text without the secret values of the run and of the runs that it started.
    ///
    /// A command's result or error may repeat them. Use this before showing it.
    public func hidingSecrets(in text: String) -> String {
        text.hiding(Array(secrets))
    }

    /// Adds values to hide in the command's texts.
    func addSecrets(_ secrets: [String]) {
        guard !secrets.isEmpty else { return }
        self.secrets.formUnion(secrets)
        outer?.addSecrets(secrets)
    }

    private func isPart(of run: CommandRun) -> Bool {
        self === run || outer?.isPart(of: run) ?? false
    }

    /// Updates the progress.
    func report(_ fraction: Double?, _ text: String) {
        guard !isFinished else { return }
        let known = fraction.map { $0.isNaN ? progress?.fraction : $0 } ?? nil
        let next = CommandProgress(fraction: known, text: hidingSecrets(in: text))
        guard next != progress else { return }
        progress = next
        onProgress?(next)
        onChange?()
    }

    private func finish(_ result: Result<String?, any Error>) {
        guard !isFinished else { return }
        self.result = result
        let (onEnd, waiting) = (onEnd, waiting)
        // Clear first: the closures may do anything, including releasing the run.
        (self.onEnd, self.waiting, body, outer) = (nil, [:], nil, nil)
        onEnd?(self)
        // Not before: what hears of the end may end the plugin that waits for the result.
        let onFinish = onFinish
        detach()
        onFinish?(result)
        for waiter in waiting.keys.sorted() { waiting[waiter]?.resume() }
    }
}

/// The progress of a running command.
public struct CommandProgress: Hashable, Sendable {
    /// The completed fraction, from 0 to 1; nil while it's indeterminate.
    public let fraction: Double?

    /// The current activity on one line; may be empty.
    public let text: String

    /// Creates a progress; a fraction outside 0 to 1 is clamped, and one that isn't a number becomes nil.
    ///
    /// In the text, line breaks become spaces and other control characters are
    /// removed; it's cut after 200 characters.
    public init(fraction: Double?, text: String = "") {
        self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        self.text = text.line(atMost: 200)
    }

    /// The completed part, such as `42 %`; nil while it's indeterminate.
    ///
    /// It's rounded down, so that 100 % means done.
    public var percentage: String? { fraction.map { "\(Int($0 * 100)) %" } }

    /// The progress of a run that was asked to end.
    public static let cancelling = CommandProgress(fraction: nil, text: "Cancelling …")

    /// The progress of a run that was asked to end a while ago, and whose `cancel()` comes next.
    public static let notStopping = CommandProgress(
        fraction: nil,
        text: "It doesn't stop. Cancel again to stop waiting."
    )

    /// The time that a command has to end when its run is cancelled, before a view says that it doesn't.
    public static let timeToStop = Duration.seconds(1)
}
