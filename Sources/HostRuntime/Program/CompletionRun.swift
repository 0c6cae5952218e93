internal import FoundationEssentials

/// One run of `completion candidates`: it prints what a shell may offer, and leaves no message and no trace.
@MainActor struct CompletionRun {
    private let application: any HostApplication.Type
    private let point: CompletionPoint
    private let output: ResultOutput

    init(_ application: any HostApplication.Type, _ words: [String]) throws(HostProgramError) {
        self.application = application
        point = CompletionPoint(words, program: application.options)
        output = try ResultOutput()
    }

    func perform() async throws(HostProgramError) -> ProgramEnd {
        var facts = CompletionFacts()
        do throws(HostProgramError) {
            try await find(&facts)
        } catch {
            // An option before the cursor may be wrong; the program says so when the line is run.
        }
        return try output.write(Completion(point, facts).text, of: "the candidates") ?? .status(.success)
    }

    /// Finds what the place of the cursor asks for; plugins run only for their commands.
    private func find(_ facts: inout CompletionFacts) async throws(HostProgramError) {
        let wanted: String?
        switch point.source {
        case .nothing, .choices, .files, .folders: return
        case .plugins, .settings, .commands: wanted = nil
        case .parameters(let command, _): wanted = command
        }
        let folders = ProgramFolders(point.options, program: application.name, environment: ProcessEnvironment.all)
        // This is no run: stores are in memory, and a crash counts for nobody.
        let history = PluginHistory(directory: folders.state, isOnlyRead: true)
        history.begin()
        let setup = try ProgramSetup(application, point.options, history)
        let display = Display(DisplayTraits(size: point.options.size))
        let (host, program) = try setup.makeHost(display: display, time: SystemTime()) { Date() }
        defer { withExtendedLifetime(program) {} }
        switch point.source {
        case .settings: facts.sections = ProgramSetup.sections(of: application, PluginRecord.loaded, setup.restrictions)
        case .plugins:
            facts.plugins = host.previewPlugins().map { CompletionCandidate($0.manifest.id, "\($0.state)") }
        default:
            host.launch(intoBackground: true)
            await host.work.activity.waitUntilIdle(within: HostDriver.jobLimit)
            facts.commands = await CommandSurvey(host).listing { $0 == wanted }
        }
    }
}
