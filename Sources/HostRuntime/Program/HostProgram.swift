internal import FoundationEssentials

/// A program run as its command line asks: in the terminal, as a script, or to list its plugins.
@MainActor struct HostProgram {
    let application: any HostApplication.Type
    let arguments: [String]

    init(application: any HostApplication.Type, arguments: some Sequence<String>) {
        self.application = application
        self.arguments = Array(arguments)
    }

    /// Runs the program and returns how it ends; errors have been printed.
    func run() async -> ProgramEnd {
        do {
            return try await perform()
        } catch {
            StandardStreams.printError("\(application.name): \(error.text)")
            return .status(error.status)
        }
    }

    private func perform() async throws(HostProgramError) -> ProgramEnd {
        let options: HostOptions
        do {
            options = try HostOptions(arguments: arguments)
        } catch {
            throw HostProgramError(status: .usage, text: "\(error)")
        }
        switch options.mode {
        case .help: try printLine(HostOptions.help(program: application.name), what: "the help")
        case .version: try printLine("\(application.name) \(application.version)", what: "the version")
        case .listPlugins(let json): try listPlugins(try readSurroundings(options), size: options.size, json: json)
        case .script(let file): return .status(try await runScript(file, try readSurroundings(options), options))
        case .run: return try await TerminalRun(self, options).run(try readSurroundings(options))
        }
        return .status(.success)
    }

    /// Prints a line; an output that takes none is an error with a status of its own.
    private func printLine(_ text: String, what: String) throws(HostProgramError) {
        do {
            try StandardStreams.printLine(text)
        } catch {
            throw HostProgramError(status: .inputOutput, text: "\(what) cannot be written: \(error.reason)")
        }
    }

    // MARK: - Setting up

    /// What the options name beside the program itself, read and checked.
    struct Surroundings {
        let configuration: HostConfiguration
        let plugins: [PluginRecord]
        let restrictions: PluginRestrictions
    }

    /// Reads the files that the options name, and opens the plugins.
    ///
    /// It comes first, so that a wrong name is told before anything is begun.
    private func readSurroundings(_ options: HostOptions) throws(HostProgramError) -> Surroundings {
        let configuration = try readConfiguration(options)
        for folder in options.pluginPaths { try PluginLoader.open(folder: folder) }
        return Surroundings(
            configuration: configuration,
            plugins: PluginRecord.loaded,
            restrictions: try restrictions(options)
        )
    }

    /// What a host of this program is made of.
    func setup(_ surroundings: Surroundings, display: any Display, time: any TimeSource) -> HostSetup {
        var setup = HostSetup(
            name: application.name,
            version: application.version,
            display: display,
            time: time,
            plugins: surroundings.plugins,
            configuration: surroundings.configuration
        )
        setup.restrictions = surroundings.restrictions
        return setup
    }

    /// Makes a host and the program's own part of it.
    ///
    /// `date` is the calendar time of the host's source, for any thread.
    func makeHost(
        _ setup: HostSetup,
        date: @escaping @Sendable () -> Date
    ) throws(HostProgramError) -> (AppHost, any HostApplication) {
        let host = AppHost(setup)
        host.adoptScenarios(date: date)
        do {
            return (host, try application.init(host: host))
        } catch {
            throw HostProgramError(status: .software, text: "could not be set up: \(error)")
        }
    }

    private func readConfiguration(_ options: HostOptions) throws(HostProgramError) -> HostConfiguration {
        var configuration = HostConfiguration()
        if let file = options.configurationFile {
            do {
                configuration = try HostConfiguration(json: try read(file, what: "the configuration"))
            } catch let error as HostConfigurationError {
                throw HostProgramError(
                    status: .dataError,
                    text: "the configuration '\(file)' \(error.rule)".escapingControls
                )
            } catch let error as HostProgramError {
                throw error
            } catch {
                throw HostProgramError(status: .dataError, text: "the configuration '\(file)': \(error)")
            }
        }
        if let feed = options.adFeed { configuration.set(.string(feed), for: "feed", in: "advertising") }
        return configuration
    }

    private func restrictions(_ options: HostOptions) throws(HostProgramError) -> PluginRestrictions {
        let known = PluginRecord.loaded.filter { $0.stamp == .current }.map(\.manifest.id)
        let named = [("--disable-plugin", options.disabledPlugins), ("--only-plugin", options.onlyPlugins)]
        for (option, ids) in named {
            for id in ids where !known.contains(id) {
                let error = PluginLookupError(id: id, nearest: nearestName(to: id, in: known))
                throw HostProgramError(status: .usage, text: "option \(option): \(error)")
            }
        }
        return PluginRestrictions(
            isSafeMode: options.isSafeMode,
            disabled: options.disabledPlugins,
            only: options.onlyPlugins
        )
    }

    private func read(_ file: String, what: String) throws(HostProgramError) -> [UInt8] {
        if file == "-" { return StandardStreams.readInput() }
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: file)))
        } catch {
            throw HostProgramError(
                status: .noInput,
                text: "\(what) '\(file.escapingControls)' cannot be read; is it there, and may you read it?"
            )
        }
    }

    // MARK: - Modes

    private func listPlugins(_ surroundings: Surroundings, size: Size, json: Bool) throws(HostProgramError) {
        let time = ManualTime()
        let setup = setup(surroundings, display: MemoryDisplay(size: size), time: time)
        let (host, program) = try makeHost(setup) { time.currentDate }
        let report = withExtendedLifetime(program) { host.foreseePlugins() }
        try printLine(json ? report.json : report.table, what: "the list of plugins")
    }

    private func runScript(
        _ file: String,
        _ surroundings: Surroundings,
        _ options: HostOptions
    ) async throws(HostProgramError) -> ExitStatus {
        let script: Script
        do {
            script = try Script(try read(file, what: "the script"), size: options.size)
        } catch let error as HostProgramError {
            throw error
        } catch {
            throw HostProgramError(status: .dataError, text: "the script '\(file)', \(error)")
        }
        let display = MemoryDisplay(
            size: options.size,
            depth: options.colorDepth ?? .trueColor,
            isASCII: options.isASCII,
            reducesMotion: options.reducesMotion,
            hasPointer: !options.isPointerDisabled
        )
        let time = ManualTime(date: options.date ?? Date(timeIntervalSinceReferenceDate: 0))
        var setup = setup(surroundings, display: display, time: time)
        setup.stateDirectory = options.stateDirectory
        let (host, program) = try makeHost(setup) { time.currentDate }
        // Without a folder of its own a scripted run leaves no trace.
        if let folder = options.stateDirectory {
            do {
                try LogFile(folder: folder, name: "log").record(host.log, of: "\(host.name) \(host.version)")
            } catch {
                throw HostProgramError(status: .cannotCreate, text: "\(error)")
            }
        }
        let runner = ScriptRunner(
            HostDriver(host, time: time, display: display),
            onStep: { [name = application.name] failure in
                EarlyExit.shared.complaint = failure.map { "\(name): the script '\(file)', \($0)" }
            },
            write: { line in
                do throws(HostProgramError) {
                    try printLine(line, what: "the transcript")
                } catch {
                    // Whatever the script does from here on, nobody would know.
                    StandardStreams.printError("\(application.name): \(error.text)")
                    StandardStreams.end(.status(error.status))
                }
            }
        )
        defer { withExtendedLifetime(program) {} }
        do {
            try await runner.run(script)
            return .success
        } catch {
            StandardStreams.printError("\(application.name): the script '\(file.escapingControls)', \(error)")
            return .failure
        }
    }
}
