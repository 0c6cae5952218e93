/// One run of a program in lines: its screen is in memory, and what it says goes to standard output.
///
/// On a terminal, the person types lines at a prompt. From a pipe, each line is read when the one before has been
/// answered, and printed after `>`, so that the output can be read by itself. Neither the cursor nor the terminal's
/// modes are touched, but for the echo while a secret is typed.
@MainActor final class PlainRun {
    /// The screen in memory: wide enough that no text is cut, and high enough for long lists.
    static let size = Size(width: 100, height: 40)

    /// The shortest time between two frames.
    private static let frameInterval: Duration = .milliseconds(100)

    private let setup: ProgramSetup
    private let run: BackgroundRun
    private let input = LineInput()
    private var lockMonitor: ScreenLockMonitor?
    private var endingSignal: Signal?
    private var hasAllInput = false
    /// The prompt at the start of the terminal's line; nil where no line is being typed.
    private var prompt: String?
    /// What is wrong with standard input or output; nil while they can be used.
    private var problem: HostProgramError?

    private var host: AppHost { run.host }

    private lazy var session = PlainSession(host, isPiped: !input.isTerminal) { [unowned host = run.host] in
        await host.input.waitUntilDelivered()
    } write: { [weak self] in
        self?.write($0)
    }

    init(_ setup: ProgramSetup, _ folders: ProgramFolders) throws(HostProgramError) {
        self.setup = setup
        run = try BackgroundRun(
            setup,
            folders,
            RunMessages(setup.application.name),
            size: PlainRun.size,
            frameInterval: PlainRun.frameInterval
        )
    }

    /// Runs the program until it ends or its input does.
    func perform() async throws(HostProgramError) -> ProgramEnd {
        try run.watchSignals { [weak self] in self?.handleSignals() }
        host.onSuspend = { [unowned self] in
            // The shell has the terminal with its echo.
            input.isSilent = false
            prompt = nil
            StopGate.shared.stop { SignalInbox.shared.stopGroup() }
            lockMonitor?.readAvailable()
            host.enterForeground()
            showPrompt()
        }
        session.onChange = { [unowned self] in
            showPrompt()
            if session.isWaiting { input.interrupt() }
        }
        if input.isTerminal {
            session.discardUnread = { [input] in input.discardLines() }
        } else {
            // A terminal has echoed it.
            session.onLine = { [unowned self] in
                showPrompt()
                write("> \($0)")
            }
        }
        run.onEarlyEnd = { [unowned self] in
            input.end()
        }
        write("\(host.name) \(run.version), in lines. Type a number or a name; ? helps, quit ends.")
        // The line may have had nowhere to go.
        if host.lifecycleState != .terminated { run.launch(intoBackground: false) }
        let libraries = LiveLibraries(setup, host)
        PluginRecord.onArrival { [weak host = run.host] in
            Task { @MainActor in host?.admit(PluginRecord.loaded) }
        }
        watchScreenLock()
        do throws(HostProgramError) {
            try await converse()
        } catch {
            problem = error
        }
        session.end()
        PluginRecord.onArrival(nil)
        libraries.end()
        lockMonitor?.stop()
        input.end()
        if prompt != nil { input.endLine() }
        prompt = nil
        let isStored = await run.end()
        if let endingSignal { return .signal(endingSignal) }
        if let problem { throw problem }
        return .status(isStored ? .success : .cannotCreate)
    }

    private func converse() async throws(HostProgramError) {
        while true {
            await session.advance()
            guard host.lifecycleState != .terminated, !session.hasEnded else { return }
            showPrompt()
            // A person may cancel what a line waits for.
            let isReading = !hasAllInput && (input.isTerminal || !session.isWaiting)
            guard let line = try await input.next(reading: isReading) else { continue }
            // Before the answer: the end of a silent line wasn't echoed.
            input.isSilent = false
            // In a pipe nothing ends its line: the question stands until its answer is printed.
            if input.isTerminal { prompt = nil }
            guard host.lifecycleState != .terminated else { return }
            switch line {
            case .text(let text): session.receive(.line(text))
            case .invalid(let rule): write("The line \(rule).")
            case .end:
                hasAllInput = true
                session.receive(.end)
            }
        }
    }

    // MARK: - Output

    private func write(_ line: String) {
        guard problem == nil else { return }
        // What is being typed stays in the terminal's own line.
        if prompt != nil { input.endLine() }
        prompt = nil
        do {
            try StandardStreams.printLine(line, of: "what is on the screen")
        } catch {
            problem = error
            host.terminate()
        }
    }

    /// Shows the prompt, unless it's there already.
    private func showPrompt() {
        guard host.lifecycleState != .terminated else { return }
        let (text, isSecret) = session.prompt
        let wanted = text.isEmpty ? "> " : text
        input.isSilent = isSecret
        guard wanted != prompt else { return }
        if input.isTerminal {
            if prompt != nil { input.endLine() }
            input.prompt(wanted)
        } else if !text.isEmpty {
            write(text.trimmingWhitespace)
        }
        prompt = wanted
    }

    // MARK: - The system

    private func watchScreenLock() {
        let monitor = ScreenLockMonitor(environment: ProcessEnvironment.all)
        lockMonitor = monitor
        monitor.onChange = { [unowned self] in host.setScreenLocked($0) }
        monitor.onStatus = { [unowned self] in host.log.add(.info, $0, owner: .host) }
        monitor.start()
    }

    private func handleSignals() {
        let signals = SignalInbox.shared.drain()
        if let signal = [Signal.hangup, .terminate, .interrupt, .quit].first(where: signals.contains) {
            endingSignal = endingSignal ?? signal
            host.terminate()
        } else if [Signal.stop, .backgroundRead, .backgroundWrite].contains(where: signals.contains) {
            host.suspend()
        }
    }
}
