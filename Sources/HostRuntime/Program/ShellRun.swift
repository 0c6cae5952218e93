/// One run of a command for a shell: without a screen, with the result on standard output.
///
/// SIGINT and SIGTERM cancel the command; when it has ended, so does the program, by that
/// signal. A second one ends the program at once.
@MainActor final class ShellRun {
    /// The time after which a command that was cancelled is named, and the one after which it's left.
    private static let patience = (toName: Duration.seconds(1), toLeave: Duration.seconds(5))

    /// The time within which a second signal is the first one once more, from a shell and from a terminal.
    private static let echoTime = Duration.milliseconds(250)

    private let run: BackgroundRun
    private let messages: RunMessages
    private let output: ResultOutput
    private let isJSON: Bool
    private let secrets = LineInput()
    private var call: CommandCall

    private var endingSignal: (signal: Signal, time: Duration)?
    private var commandRun: CommandRun?
    private var cancellation: HostTimer?
    private var replied: CheckedContinuation<CommandReply, Never>?
    private var reply: CommandReply?

    private var host: AppHost { run.host }

    init(
        _ setup: ProgramSetup,
        _ folders: ProgramFolders,
        _ call: CommandCall,
        json isJSON: Bool,
        _ output: ResultOutput
    ) throws(HostProgramError) {
        self.call = call
        self.isJSON = isJSON
        self.output = output
        messages = RunMessages(setup.application.name)
        run = try BackgroundRun(setup, folders, messages)
    }

    /// Runs the command, and returns how the program ends.
    func perform() async throws(HostProgramError) -> ProgramEnd {
        EarlyExit.shared.complaint = "\(host.name): the command '\(call.id)' had not ended".escapingControls
        try run.watchSignals(endingOnly: true) { [weak self] in self?.handleSignals() }
        run.onEarlyEnd = { [unowned self] in finish(.cancelled("the program ended while it ran")) }
        run.launch()
        let reply = await withCheckedContinuation { continuation in
            replied = continuation
            // A signal may have come during the launch.
            if let early = self.reply { return continuation.resume(returning: early) }
            MainThread.startOwnTask { [self] in await begin() }
        }
        EarlyExit.shared.complaint = nil
        cancellation?.cancel()
        messages.endProgress()
        var end = ProgramEnd.status(reply.status)
        let printing: Result<ProgramEnd?, HostProgramError>
        do throws(HostProgramError) {
            let text = (isJSON ? reply.json : reply.result).inLocale(json: isJSON, isASCII: host.traits.isASCII)
            printing = .success(try output.write(text, of: "the result"))
        } catch {
            printing = .failure(error)
        }
        if let message = reply.message, !isWanted(reply) { messages.printText("\(host.name): ".joining(message)) }
        // A command may have done nothing but to store something.
        if !(await run.end()), end == .status(.success) { end = .status(.cannotCreate) }
        if let broken = try printing.get() { end = broken }
        if let endingSignal { end = .signal(endingSignal.signal) }
        return end
    }

    /// Whether the reply is what the person has just asked for, so that nothing need be said.
    private func isWanted(_ reply: CommandReply) -> Bool {
        guard case .cancelled = reply.outcome else { return false }
        return endingSignal != nil
    }

    // MARK: - The command

    /// Finds the command, asks for its secrets and starts it.
    private func begin() async {
        await run.settle { [call, weak host] in host?.commands[call.id] != nil }
        guard reply == nil else { return }
        guard let command = host.commands[call.id] else {
            let known = host.commands.all.map(\.id)
            return finish(CommandReply(unknown: call.id, among: known))
        }
        // Before a person is asked for anything.
        if let reason = host.commands.refusal(of: command) {
            return finish(CommandReply(command: call.id, outcome: .unavailable(reason)))
        }
        do {
            let problems = try await checkBeforeQuestions(command)
            guard reply == nil else { return }
            guard problems.isEmpty else { return finish(CommandReply(call.id, problems)) }
        } catch {
            return finish(.failed("\(error)"))
        }
        start()
    }

    /// Returns all problems with the words, and with the secrets, which are read if the words are right.
    private func checkBeforeQuestions(_ command: Command) async throws -> [CommandFieldError] {
        let questions = call.secrets(of: command.parameters, askingPerson: secrets.isTerminal)
        var problems = call.problems(with: command.parameters)
        // Otherwise the run itself checks the values, once.
        if !problems.isEmpty || !questions.isEmpty { problems = try await call.check(command.parameters) }
        guard problems.isEmpty else { return problems }
        // Nothing more of the input is read: it may be endless.
        defer { secrets.end() }
        for question in questions where reply == nil {
            switch try await read(question.title) {
            // An empty line is the default.
            case .text(""): if question.defaultValue == nil { call.set("", for: question.name) }
            case .text(let secret): call.set(secret, for: question.name)
            case .invalid(let rule): problems.append(CommandFieldError(question.name, rule))
            case .end:
                guard question.defaultValue == nil else { break }
                let rule =
                    "needs a value: type it at the terminal, or write it to standard input, a line for each secret"
                problems.append(CommandFieldError(question.name, rule))
            }
        }
        return problems
    }

    /// Reads a secret, for which a person is asked by its title.
    private func read(_ title: String) async throws -> InputLines.Line {
        if secrets.isTerminal {
            secrets.isSilent = true
            secrets.prompt("\(title): ")
        }
        defer { secrets.isSilent = false }
        // Nothing interrupts it.
        return try await secrets.next() ?? .end
    }

    private func start() {
        commandRun = host.commands.start(call.id, call.values) { [weak self] result in
            guard let self else { return }
            finish(CommandReply(call.id, result) { [commandRun] in commandRun?.hidingSecrets(in: $0) ?? $0 })
        } onProgress: { [weak self] progress in
            guard let self else { return }
            messages.show(progress, on: host.clock)
        }
    }

    private func finish(_ outcome: CommandReply.Outcome) {
        finish(CommandReply(command: call.id, outcome: outcome))
    }

    private func finish(_ reply: CommandReply) {
        guard self.reply == nil else { return }
        self.reply = reply
        secrets.end()
        let replied = replied
        self.replied = nil
        replied?.resume(returning: reply)
    }

    // MARK: - Signals

    private func handleSignals() {
        let signals = SignalInbox.shared.drain()
        guard let signal = [Signal.hangup, .terminate, .interrupt, .quit].first(where: signals.contains) else { return }
        guard let endingSignal else { return cancel(signal) }
        guard host.clock.now - endingSignal.time > ShellRun.echoTime else { return }
        messages.endProgress()
        messages.print(reply == nil ? "'\(call.id)' was ended while it ran" : "ended before everything was finished")
        StandardStreams.end(.signal(signal))
    }

    private func cancel(_ signal: Signal) {
        endingSignal = (signal, host.clock.now)
        guard reply == nil else { return }
        guard let commandRun, !commandRun.isFinished else {
            return finish(.cancelled("it was cancelled before it began"))
        }
        commandRun.requestCancellation()
        let (toName, toLeave) = ShellRun.patience
        cancellation = host.clock.schedule(after: toName) { [weak self, weak commandRun] in
            guard let self else { return }
            messages.print("'\(call.id)' has not ended yet; the same signal ends the program at once")
            cancellation = host.clock.schedule(after: toLeave - toName) {
                self.messages.print("'\(self.call.id)' ignores that it was cancelled, and is left")
                commandRun?.cancel()
            }
        }
    }
}

extension String {
    /// The text before a message of one line, or the message alone.
    fileprivate func joining(_ message: String) -> String {
        let message = message.escapingControlsOfLines
        return message.contains("\n") ? message : self + message
    }
}
