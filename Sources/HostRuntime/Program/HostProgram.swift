/// A program that does what its command line asks: runs in the terminal, runs a script, or lists its plugins.
@MainActor struct HostProgram {
    private let application: any HostApplication.Type
    private let arguments: [String]

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
            options = try HostOptions(arguments: arguments, program: application.options)
        } catch {
            throw HostProgramError(status: .usage, text: "\(error)")
        }
        switch options.mode {
        case .help:
            let help = HostOptions.help(program: application.name, options: application.options)
            try StandardStreams.printLine(help, of: "the help")
        case .version:
            try StandardStreams.printLine("\(application.name) \(application.version)", of: "the version")
        case .listPlugins(let json):
            try listPlugins(try ProgramSetup(application, options), json: json)
        case .script(let file):
            return .status(try await ScriptRun(try ProgramSetup(application, options)).run(file: file))
        case .run:
            return try await TerminalRun(try ProgramSetup(application, options)).run()
        }
        return .status(.success)
    }

    private func listPlugins(_ setup: ProgramSetup, json: Bool) throws(HostProgramError) {
        let time = ManualTime()
        let display = MemoryDisplay(size: setup.options.size)
        let (host, program) = try setup.makeHost(display: display, time: time) { time.currentDate }
        let report = withExtendedLifetime(program) { host.foreseePlugins() }
        try StandardStreams.printLine(json ? report.json : report.table, of: "the list of plugins")
        setup.printWarnings()
    }
}

/// The reason a program ended before it ran.
struct HostProgramError: Error {
    let status: ExitStatus

    /// The message to the person; names from outside cannot hide in it.
    let text: String

    init(status: ExitStatus, text: String) {
        self.status = status
        self.text = text.escapingControlsOfLines
    }
}

extension StandardStreams {
    /// Prints a line; throws an error that says what cannot be written.
    static func printLine(_ text: String, of what: String) throws(HostProgramError) {
        do {
            try printLine(text)
        } catch {
            throw HostProgramError(status: .inputOutput, text: "\(what) cannot be written: \(error)")
        }
    }
}
