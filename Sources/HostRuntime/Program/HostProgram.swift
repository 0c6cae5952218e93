/// A program that does what its command line asks.
///
/// `HostOptions` reads the command line, and each way to run is a type: `TerminalRun`, `PlainRun`,
/// `ShellRun`, `CommandListRun`, `ScriptRun` and `PluginsRun`. Those that run
/// the program's own code begin with a `ProgramSetup`, which has the configuration
/// and the plugins.
@MainActor struct HostProgram {
    private let application: any HostApplication.Type
    private let arguments: [String]

    init(application: any HostApplication.Type, arguments: some Sequence<String>) {
        self.application = application
        self.arguments = Array(arguments)
    }

    /// Runs the program and returns how it ends; errors have been printed.
    func run() async -> ProgramEnd {
        defer { LibraryLoader.removeCopies() }
        do {
            return try await perform()
        } catch {
            StandardStreams.printMessage("\(application.name): \(error.text)")
            return .status(error.status)
        }
    }

    private func perform() async throws(HostProgramError) -> ProgramEnd {
        let options: HostOptions
        do {
            options = try HostOptions(arguments: arguments, program: application.options)
        } catch {
            throw HostProgramError(status: .usage, text: "\(error)")
        }
        CrashHandlers.keep()
        switch options.mode {
        case .help(let use): try StandardStreams.printLine(manual(options).help(for: use).inLocale(), of: "the help")
        case .completionScript(let script):
            try StandardStreams.printLine(script.text(program: application.name), of: "the completions")
        case .candidates(let words): return try await CompletionRun(application, words).perform()
        case .version:
            try StandardStreams.printLine("\(application.name) \(application.version)", of: "the version")
        case .plugins(let command, let json):
            let output = try ResultOutput()
            // No screen waits, and a change that isn't saved would be an error.
            let folder = folders(options).state
            let history = PluginHistory(directory: folder, calls: .waiting { .noHost })
            history.countPastRuns()
            let (text, status) = try PluginsRun(application, options, history, in: folder).run(command, json: json)
            let shown = text.escapingControlsOfLines.inLocale(json: json)
            return try output.write(shown, of: "the list of plugins") ?? .status(status)
        case .script(let path):
            let file = try ScriptFile(path, arguments: arguments, program: application.options)
            return .status(try await ScriptRun(try setup(for: file), file).run())
        case .command(let id, let words, let json):
            let output = try ResultOutput()
            do throws(HostProgramError) {
                let call = CommandCall(id, words: words)
                let setup = try backgroundSetup(options)
                return try await ShellRun(setup, folders(options), call, json: json, output).perform()
            } catch {
                // Not after the document that couldn't be written.
                if json, error.status != .inputOutput {
                    let json = CommandReply(id, notStarted: error).json.inLocale(json: true)
                    _ = try? output.write(json, of: "the error")
                }
                throw error
            }
        case .commands(let json):
            let output = try ResultOutput()
            return try await CommandListRun(try backgroundSetup(options), folders(options), output).perform(json: json)
        case .commandHelp(let id):
            let output = try ResultOutput()
            return try await CommandListRun(try backgroundSetup(options), folders(options), output).perform(helpFor: id)
        case .lines:
            return try await PlainRun(try backgroundSetup(options), folders(options)).perform()
        case .run:
            let folders = folders(options)
            let history = PluginHistory(directory: folders.state)
            history.begin()
            return try await TerminalRun(try ProgramSetup(application, options, history), folders).run()
        }
        return .status(.success)
    }

    /// Reads what a run without a screen needs, which is a run as any other to the plugins' history.
    private func backgroundSetup(_ options: HostOptions) throws(HostProgramError) -> ProgramSetup {
        let history = PluginHistory(directory: folders(options).state)
        history.begin()
        return try ProgramSetup(application, options, history)
    }

    private func manual(_ options: HostOptions) -> ProgramManual {
        let restrictions = PluginHistory(directory: folders(options).state, isOnlyRead: true).restrictions(options)
        return ProgramManual(
            program: application.name,
            options: application.options,
            sections: ProgramSetup.sections(of: application, PluginRecord.loaded, restrictions)
        )
    }

    /// Reads what a script needs; without a folder in the options, it leaves no trace.
    private func setup(for file: ScriptFile) throws(HostProgramError) -> ProgramSetup {
        let history = PluginHistory(directory: file.options.stateDirectory)
        history.begin()
        var problems: [HostProgramError] = []
        do {
            let setup = try ProgramSetup(application, file.options, history)
            if file.problems.isEmpty { return setup }
        } catch {
            problems.append(error)
        }
        // All at once: a plugin that isn't there may be one that the recording couldn't bring along.
        let texts = problems.map(\.text) + file.problems + file.lacks
        throw HostProgramError(status: problems.first?.status ?? .dataError, text: texts.joined(separator: "\n"))
    }

    private func folders(_ options: HostOptions) -> ProgramFolders {
        ProgramFolders(options, program: application.name, environment: ProcessEnvironment.all)
    }
}
