internal import FoundationEssentials

/// One run of a program in the terminal, from taking the screen to giving it back.
@MainActor final class TerminalRun {
    /// The shortest time between two frames.
    static let frameInterval: Duration = .milliseconds(16)

    private let setup: ProgramSetup
    private let folders: ProgramFolders
    private var ended: CheckedContinuation<Void, Never>?
    private var lockMonitor: ScreenLockMonitor?
    private var liveLibraries: LiveLibraries?
    private var endingSignal: Signal?

    init(_ setup: ProgramSetup, _ folders: ProgramFolders) {
        self.setup = setup
        self.folders = folders
    }

    /// Runs the program until it ends.
    func run() async throws(HostProgramError) -> ProgramEnd {
        let output = try SessionOutput(recording: setup.options.recording, cast: setup.options.cast)
        let screen = try TerminalSetup(setup.options, cast: output.cast)
        let environment = ProcessEnvironment.all
        let stores = output.isRecorded ? ProgramSetup.storedValues(in: folders.state) : [:]
        let (host, application) = try setup.makeHost(display: screen.display, time: output.time) {
            $0.frameInterval = TerminalRun.frameInterval
            // A replay must have the same numbers; nobody should guess those of other sessions.
            if output.isRecorded { $0.seed = .random(in: 0...UInt64.max) }
            $0.stateDirectory = folders.state
            $0.cacheDirectory = folders.cache
        } date: {
            Date()
        }
        // A program that ended while it was made has no use for the screen.
        if host.lifecycleState == .terminated { return .status(.success) }
        let logProblem = setup.openLog(of: host, in: folders.state)
        setup.logWarnings(host)
        connect(screen.terminal, screen.display, host, output)
        do {
            try screen.terminal.open()
        } catch {
            throw HostProgramError(status: .unavailable, text: "\(error)")
        }
        screen.display.resize(to: screen.terminal.size)
        host.windows.resize(to: screen.terminal.size)
        output.begin(host, screen.display, head: setup.recordingHead(host, folders, stores: stores))
        watchScreenLock(host, environment, output)
        HangWatch.start(host, screen.terminal)
        await launch(host)
        let problems = output.end()
        lockMonitor?.stop()
        setup.history.recordFailures(in: host.plugins.report)
        screen.terminal.close()
        if endingSignal == nil || endingSignal == .interrupt,
            let text = TerminalRun.unsaidNextSteps(setup.application.nextSteps, in: host.store(host.name))
        {
            StandardStreams.printMessage(text)
        }
        setup.finishStores(of: host)
        withExtendedLifetime(application) {}
        if let logProblem { setup.printError(logProblem.text) }
        for problem in problems { setup.printError(problem) }
        setup.printWarnings(about: host.plugins.report)
        return endingSignal.map { .signal($0) } ?? .status(.success)
    }

    /// Launches the host, and returns when it has ended.
    private func launch(_ host: AppHost) async {
        await withCheckedContinuation { continuation in
            ended = continuation
            host.onTerminate = { [unowned self] in end() }
            host.plugins.onDecision = { [history = setup.history] in history.decide($0, isEnabled: $1) }
            host.launch()
            setup.logPlugins(of: host)
            logUnregistered(host)
            setup.history.watchHealth(on: host.clock) { [weak plugins = host.plugins] in plugins?.activeNames }
            liveLibraries = LiveLibraries(setup, host)
            PluginRecord.onArrival { [weak host] in
                Task { @MainActor in host?.admit(PluginRecord.loaded) }
            }
        }
        PluginRecord.onArrival(nil)
        liveLibraries?.end()
    }

    /// Returns where a person can go on, unless an earlier run has said so.
    static func unsaidNextSteps(_ text: String?, in store: KeyValueStore) -> String? {
        let key = "said-next-steps"
        guard let text, store.value(key) == nil else { return nil }
        store.update { $0[key] = true }
        return text
    }

    private func end() {
        // Resumed on a later turn: the caller may be in the middle of something.
        let ended = ended
        self.ended = nil
        ended?.resume()
    }

    // MARK: - Events

    private func connect(_ terminal: Terminal, _ display: Display, _ host: AppHost, _ output: SessionOutput) {
        let input = TerminalInput(host)
        // For the shell, which would have made a signal of the key.
        input.onInterrupt = { [unowned self] in endingSignal = endingSignal ?? .interrupt }
        input.connect(terminal, output)
        terminal.onResize = { [unowned host] size in
            output.perform(.resize(size)) {
                display.resize(to: size)
                host.displayDidResize()
            }
        }
        terminal.title = host.name
        host.screen.onPageTitleChange = { [name = host.name] page in
            terminal.title = page.map { "\($0) - \(name)" } ?? name
        }
        terminal.reader.onCapabilities = { [unowned host] in
            display.usesSynchronizedOutput = $0.synchronizedOutput
            display.widensAmbiguous = $0.widensAmbiguous
            if $0.widensAmbiguous { host.screen.redraw() }
        }
        terminal.onCapturedOutput = { [unowned host] in host.log.add(captured: $0) }
        terminal.onSignal = { [unowned self, unowned host] signal in
            switch signal {
            case .ending(let signal):
                endingSignal = endingSignal ?? signal
                output.perform(.quit) { host.terminate() }
            case .stop: output.perform(.background) { host.suspend() }
            case .continued: host.screen.redraw()
            }
        }
        host.onWillSuspend = {
            input.cancelTouch()
            terminal.giveUp()
        }
        host.onSuspend = { [unowned self, unowned host] in
            terminal.suspend()
            output.afterStop {
                self.lockMonitor?.readAvailable()
                output.perform(.foreground) { host.enterForeground() }
            }
        }
    }

    private func watchScreenLock(_ host: AppHost, _ environment: [String: String], _ output: SessionOutput) {
        let monitor = ScreenLockMonitor(environment: environment)
        lockMonitor = monitor
        monitor.onChange = { [unowned host] isLocked in
            host.log.add(.info, "screen \(isLocked ? "locked" : "unlocked")", owner: .host)
            output.perform(isLocked ? .lock : .unlock) { host.setScreenLocked(isLocked) }
        }
        monitor.onStatus = { [unowned host] in host.log.add(.info, $0, owner: .host) }
        monitor.start()
    }

    // MARK: - The log

    /// Logs the types that look like plugins and never registered; it looks at all code, so the start doesn't wait.
    private func logUnregistered(_ host: AppHost) {
        Task {
            for problem in await MissingLoadHooks.find() { host.log.add(.warning, problem, owner: .host) }
        }
    }
}

/// Turns the events of a terminal into input for a host.
@MainActor final class TerminalInput {
    /// The rows that a notch of the wheel scrolls, as in most terminals.
    private static let wheelRows = 3

    private unowned let host: AppHost
    private var pointer = PointerTracker()

    /// Called for ctrl-c, before the host ends by it.
    var onInterrupt: (() -> Void)?

    init(_ host: AppHost) {
        self.host = host
    }

    /// Sends a terminal's input to the host, as fast as the host handles it and the session's output allows.
    func connect(_ terminal: Terminal, _ output: SessionOutput) {
        terminal.reader.onInput = { [self] in receive($0) }
        terminal.reader.acceptsInput = { [unowned host] in
            !host.hasEnded && host.input.acceptsInput && output.acceptsInput
        }
    }

    /// Cancels the touch under way, because the screen is given back.
    func cancelTouch() {
        for touch in pointer.cancel() { host.windows.send(touch) }
    }

    private func receive(_ event: InputEvent) {
        switch event {
        case .key(let key):
            if key == .interrupt { onInterrupt?() }
            host.input.receive(.key(key))
        case .paste(let text): host.input.receive(.paste(text))
        case .focus(let isFocused):
            if !isFocused { for touch in pointer.cancel() { host.input.receive(.touch(touch)) } }
            host.input.receive(.focus(isFocused))
        case .pointer(let event):
            for action in pointer.handle(event) {
                switch action {
                case .touch(let touch): host.input.receive(.touch(touch))
                case .wheel(let notches, let point):
                    host.input.receive(.wheel(notches * TerminalInput.wheelRows, at: point))
                }
            }
        case .response: break
        }
    }
}
