internal import FoundationEssentials

/// One run of a program in the terminal, from taking the screen to giving it back.
@MainActor final class TerminalRun {
    private let program: HostProgram
    private let options: HostOptions
    private var ended: CheckedContinuation<Void, Never>?
    private var lockMonitor: ScreenLockMonitor?
    private var endingSignal: Int32?

    init(_ program: HostProgram, _ options: HostOptions) {
        self.program = program
        self.options = options
    }

    /// Runs the program until it ends.
    func run(_ surroundings: HostProgram.Surroundings) async throws(HostProgramError) -> ProgramEnd {
        let (terminal, display) = try makeTerminal()
        var setup = program.setup(surroundings, display: display, time: SystemTime())
        setup.frameInterval = .milliseconds(16)
        setup.stateDirectory = stateDirectory
        setup.cacheDirectory = cacheDirectory
        let (host, application) = try program.makeHost(setup) { Date() }
        // It may have ended itself while it was made: then there is nothing to take the screen for.
        if host.lifecycleState == .terminated { return .status(.success) }
        let logProblem = openLog(of: host)
        connect(terminal, display, host)
        do {
            try terminal.open()
        } catch {
            throw HostProgramError(status: .unavailable, text: "\(error)")
        }
        if terminal.capturesStandardOutput { PrintHook.begin() }
        display.terminalDidResize(to: terminal.size)
        host.windows.resize(to: terminal.size)
        watchScreenLock(host)
        await withCheckedContinuation { continuation in
            ended = continuation
            host.onTerminate = { [unowned self] in end() }
            host.launch()
            logPlugins(of: host)
            PluginRecord.onArrival { [weak host] in
                Task { @MainActor in host?.admit(PluginRecord.loaded) }
            }
        }
        PluginRecord.onArrival(nil)
        lockMonitor?.stop()
        terminal.close()
        PrintHook.end()
        withExtendedLifetime(application) {}
        if let logProblem { StandardStreams.printError("\(host.name): \(logProblem)") }
        return endingSignal.map { .signal($0) } ?? .status(.success)
    }

    private func end() {
        // Later: whoever asked for the end may be in the middle of something.
        let ended = ended
        self.ended = nil
        ended?.resume()
    }

    // MARK: - The terminal

    private func makeTerminal() throws(HostProgramError) -> (Terminal, TerminalDisplay) {
        let environment = TerminalEnvironment.current()
        let colors: TerminalColorSupport
        switch environment.support {
        case .usable(let support): colors = support
        case .unusable(let reason): throw HostProgramError(status: .unavailable, text: reason)
        }
        var terminalOptions = Terminal.Options(environment)
        terminalOptions.modes.mouse = !options.isPointerDisabled
        let terminal: Terminal
        do {
            terminal = try Terminal(options: terminalOptions)
        } catch {
            throw HostProgramError(status: .unavailable, text: "\(error)")
        }
        let traits = DisplayTraits(
            size: terminal.size,
            colorDepth: options.colorDepth ?? ColorDepth(colors),
            isASCII: options.isASCII || !environment.showsUnicode,
            reducesMotion: options.reducesMotion,
            hasPointer: !options.isPointerDisabled
        )
        return (terminal, TerminalDisplay(terminal: terminal, traits: traits))
    }

    private func connect(_ terminal: Terminal, _ display: TerminalDisplay, _ host: AppHost) {
        let input = TerminalInput(host)
        input.connect(terminal)
        terminal.onResize = { [unowned host] size in
            display.terminalDidResize(to: size)
            host.displayDidResize()
        }
        terminal.onCapabilities = { display.terminalDidAnswer($0) }
        terminal.onCapturedOutput = { [unowned host] in host.log.add(captured: $0) }
        terminal.onSignal = { [unowned self, unowned host] signal in
            switch signal {
            case .terminate, .hangup, .interrupt, .quit:
                endingSignal = endingSignal ?? signal.ending
                host.terminate()
            case .stop: host.suspend()
            case .continued: host.redraw()
            }
        }
        host.onSuspend = { [unowned host] in
            input.cancelTouch()
            terminal.suspend()
            // What was printed meanwhile went past the capture.
            PrintHook.forget()
            host.enterForeground()
        }
    }

    private func watchScreenLock(_ host: AppHost) {
        lockMonitor = ScreenLockMonitor(environment: ProcessInfo.processInfo.environment)
        lockMonitor?.onChange = { [unowned host] isLocked in
            host.log.add(.info, "screen \(isLocked ? "locked" : "unlocked")", owner: .host)
            host.setScreenLocked(isLocked)
        }
        lockMonitor?.onEnd = { [unowned host] in
            host.log.add(.info, "the screen's lock is not watched: \($0)", owner: .host)
        }
        lockMonitor?.start()
    }

    // MARK: - Log

    private var stateDirectory: String {
        options.stateDirectory
            ?? KeyValueStore.standardDirectory(
                environment: ProcessInfo.processInfo.environment,
                program: program.application.name
            )
    }

    /// A folder that the person names holds everything, and otherwise each kind has XDG's.
    private var cacheDirectory: String? {
        if options.stateDirectory != nil { return nil }
        return ContentCache.standardDirectory(
            environment: ProcessInfo.processInfo.environment,
            program: program.application.name
        )
    }

    /// Writes the start's report: each plugin's state, with its reason and its times.
    private func logPlugins(of host: AppHost) {
        for report in host.plugins.report {
            let took = report.activation.map { ", activated in \(($0 * 1000).inThousandths) ms" } ?? ""
            host.log.add(.info, "\(report.state)\(took)", owner: .plugin(report.manifest.id))
        }
    }

    /// Lets the log go to its file; returns what to tell at the end where it cannot.
    private func openLog(of host: AppHost) -> LogFileError? {
        do {
            try LogFile(folder: stateDirectory, name: "log").record(host.log, of: "\(host.name) \(host.version)")
            return nil
        } catch {
            return error
        }
    }
}

extension ColorDepth {
    init(_ support: TerminalColorSupport) {
        switch support {
        case .trueColor: self = .trueColor
        case .indexed256: self = .indexed256
        case .ansi16: self = .ansi16
        case .none: self = .monochrome
        }
    }
}
