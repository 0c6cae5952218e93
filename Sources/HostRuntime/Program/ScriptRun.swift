internal import FoundationEssentials

/// One run of a script, without a terminal and on a clock that only the script moves.
@MainActor struct ScriptRun {
    private let setup: ProgramSetup
    private let file: ScriptFile

    private var options: HostOptions { setup.options }

    init(_ setup: ProgramSetup, _ file: ScriptFile) {
        self.setup = setup
        self.file = file
    }

    /// Runs the script and prints its transcript; returns a failure if a step fails.
    func run() async throws(HostProgramError) -> ExitStatus {
        let cast = try CastFile(options.cast)
        let display = Display(file.traits) { cast?.write($0) }
        let time = file.makeTime()
        let (host, program) = try file.makeHost(setup, display, time)
        // Without a folder that the options name, a script leaves no trace.
        if let folder = options.stateDirectory, let problem = setup.openLog(of: host, in: folder) { throw problem }
        cast?.begin(display, of: host)
        let marked = Set(file.script.lines.filter { $0.step.hasMarker }.map(\.number))
        let marking = cast.map { mark(host, in: $0) }
        defer { withExtendedLifetime(marking) {} }
        let runner = ScriptRunner(
            HostDriver(host, time: time, display: display),
            secrets: file.secrets,
            onStep: { [name = host.name, path = file.path] failure in
                if let failure, marked.contains(failure.line) { cast?.mark(failure.text) }
                EarlyExit.shared.complaint = failure.map { "\(name): the script '\(path)', \($0)" }
            },
            onUnrecorded: { if let lack = file.lack(of: $0) { setup.printError(lack) } },
            isPlain: options.isPlain,
            write: write
        )
        HangWatch.start(host.name)
        setup.logWarnings(host)
        for refusal in setup.refusals { setup.printError(refusal) }
        defer { setup.finishStores(of: host) }
        defer { setup.history.recordFailures(in: host.plugins.report) }
        defer { withExtendedLifetime(program) {} }
        defer {
            cast?.end()
            if let problem = cast?.problem { setup.printError(problem) }
        }
        do {
            try await runner.run(file.script)
            return .success
        } catch {
            StandardStreams.printMessage("\(host.name): the script '\(file.path.escapingControls)', \(error)")
            return .failure
        }
    }

    /// Marks in a cast what plugins say they have shown, locks of the screen, and the errors of the log.
    private func mark(_ host: AppHost, in cast: CastFile) -> Subscription {
        host.bus.listeners.add(posts: true) { event in
            guard event.kind == .post, event.isOnMainThread, event.messageName.hasSuffix(".shown") else { return }
            MainActor.assumeIsolated { cast.mark(event.text) }
        }
        host.log.sinks.append { if $0.level == .error { cast.mark("\($0.source): \($0.text)") } }
        return host.bus.observe(ScreenLockChanged.self) { cast.mark("\($0)") }
    }

    /// Writes a line of the transcript; ends the program if that fails, because the rest would be lost.
    private func write(_ line: String) {
        do throws(HostProgramError) {
            try StandardStreams.printLine(line, of: "the transcript")
        } catch {
            setup.printError(error.text)
            StandardStreams.end(.status(error.status))
        }
    }
}

extension ScriptStep {
    /// Whether a cast has a marker for the step.
    fileprivate var hasMarker: Bool {
        switch self {
        // A lock has a marker of its own, whatever it came from.
        case .wait, .lock, .unlock: false
        default: !isInHead
        }
    }
}
