internal import FoundationEssentials

/// One run of a script, without a terminal and on a clock that only the script moves.
@MainActor struct ScriptRun {
    private let setup: ProgramSetup

    private var options: HostOptions { setup.options }

    init(_ setup: ProgramSetup) {
        self.setup = setup
    }

    /// Runs the script of a file and prints its transcript; returns a failure if a step fails.
    func run(file: String) async throws(HostProgramError) -> ExitStatus {
        let script = try read(file)
        let traits = DisplayTraits(
            size: options.size,
            colorDepth: options.colorDepth ?? .trueColor,
            isASCII: options.isASCII,
            reducesMotion: options.reducesMotion
        )
        let display = Display(traits)
        let time = ManualTime(date: options.date ?? Date(timeIntervalSinceReferenceDate: 0))
        let (host, program) = try setup.makeHost(display: display, time: time) {
            $0.stateDirectory = options.stateDirectory
        } date: {
            time.currentDate
        }
        try openLog(of: host)
        let runner = ScriptRunner(
            HostDriver(host, time: time, display: display),
            onStep: { [name = host.name] failure in
                EarlyExit.shared.complaint = failure.map { "\(name): the script '\(file)', \($0)" }
            },
            write: write
        )
        setup.logWarnings(host)
        for refusal in setup.refusals { setup.printError(refusal) }
        defer {
            setup.history.remember(host.plugins.knownPlugins)
            setup.history.remember(failuresIn: host.plugins.report)
        }
        defer { withExtendedLifetime(program) {} }
        do {
            try await runner.run(script)
            return .success
        } catch {
            StandardStreams.printMessage("\(host.name): the script '\(file.escapingControls)', \(error)")
            return .failure
        }
    }

    private func read(_ file: String) throws(HostProgramError) -> Script {
        let text = try ProgramSetup.read(file, what: "the script")
        do {
            return try Script(text, size: options.size)
        } catch {
            throw HostProgramError(status: .dataError, text: "the script '\(file)', \(error)")
        }
    }

    /// Opens the log in the folder that the options name; without one, a script leaves no trace.
    private func openLog(of host: AppHost) throws(HostProgramError) {
        guard let folder = options.stateDirectory else { return }
        do {
            try LogFile(folder: folder, name: "log").record(host.log, of: "\(host.name) \(host.version)")
        } catch {
            throw HostProgramError(status: .cannotCreate, text: "\(error)")
        }
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
