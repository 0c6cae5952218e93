internal import FoundationEssentials

/// One run of `plugins`: it tells or changes which plugins run, without running any.
@MainActor struct PluginsRun {
    private let application: any HostApplication.Type
    private let options: HostOptions
    private let history: PluginHistory
    /// The folder of the log and the stores.
    private let folder: String

    init(
        _ application: any HostApplication.Type,
        _ options: HostOptions,
        _ history: PluginHistory,
        in folder: String
    ) {
        self.application = application
        self.options = options
        self.history = history
        self.folder = folder
    }

    private var program: String { application.name }

    /// Returns the text for standard output, and the exit status; warnings have been printed.
    func run(_ command: PluginsCommand, json: Bool) throws(HostProgramError) -> (text: String, status: ExitStatus) {
        // The list has them among its warnings. No later start says them.
        defer { if command != .list { printNews() } }
        switch command {
        case .list:
            let survey = try survey()
            survey.setup.printWarnings()
            return (json ? survey.report.json : survey.report.table, .success)
        case .why(let id):
            let all = try survey().report
            if !json, matching(id, in: all).isEmpty, let text = PluginDoctor.whyAbsent(id, history) {
                return (text, .success)
            }
            let reports = try find(id, in: all)
            return (json ? reports.json : PluginDoctor.why(reports, history), .success)
        case .doctor:
            let report = try survey().report
            let unregistered = MissingLoadHooks.problems.map { PluginDoctor.Finding(isProblem: true, text: $0) }
            let log = PluginDoctor.Finding(isProblem: false, text: "the log is \(folder)/log")
            let findings = PluginDoctor.findings(report, history) + unregistered + [log]
            let text = json ? PluginDoctor.json(findings) : PluginDoctor.lines(findings)
            return (text, findings.contains(where: \.isProblem) ? .failure : .success)
        case .enable(let id):
            let found = try check(id)
            try change("enable \(id)") { $0.updateHealth { $0.enable(id) } }
            if let state = history.restrictions(options).state(of: [id], library: found.first?.library) {
                return ("The plugin '\(id)' is enabled, but it doesn't run yet; it \(state.predicate)", .success)
            }
            return ("The plugin '\(id)' may run from the next start on.", .success)
        case .disable(let id):
            _ = try check(id)
            try change("disable \(id)") { $0.updateHealth { $0.disable(id) } }
            let undo = "'\(program) plugins enable \(id)' undoes this."
            return ("The plugin '\(id)' doesn't run from the next start on. \(undo)", .success)
        case .reset:
            try change("reset") { $0.updateHealth { $0.reset() } }
            return ("All plugins may run from the next start on.", .success)
        }
    }

    private func printNews() {
        for text in history.losses + history.crashWarnings {
            StandardStreams.printMessage("\(program): \(text.escapingControlsOfLines)")
        }
    }

    /// Changes what the next starts read; throws an error if it isn't on the disk.
    private func change(_ words: String, _ body: (PluginHistory) -> Void) throws(HostProgramError) {
        body(history)
        guard let problem = history.unsavedProblem else { return }
        let wayOut =
            switch problem.kind {
            case .locked: "end that process, or wait for it, and run the command again"
            case .refused: "'\(program) plugins reset' makes room"
            case .unreadable: "let your user read it, or name another folder with --state"
            default: "make its folder one that your user may write to, or name another one with --state"
            }
        throw HostProgramError(
            status: .cannotCreate,
            text: "plugins \(words): the change is not saved in '\(problem.path)': \(problem.reason); \(wayOut)"
        )
    }

    // MARK: - Looking

    /// Opens the libraries and reads the manifests, without running a plugin.
    private func survey() throws(HostProgramError) -> (setup: ProgramSetup, report: [PluginReport]) {
        let setup = try ProgramSetup(application, options, history)
        return (setup, try setup.previewPlugins())
    }

    /// Returns the plugins of an id, the accepted one first, or those of a load hook's file and line, or of a library.
    private func matching(_ id: String, in reports: [PluginReport]) -> [PluginReport] {
        let found = reports.filter { $0.manifest.id == id }
        guard found.isEmpty else { return found }
        return reports.filter { [$0.origin, $0.library, $0.library?.fileName].contains(id) }
    }

    /// Returns the plugins that match an id; throws if there are none.
    private func find(_ id: String, in reports: [PluginReport]) throws(HostProgramError) -> [PluginReport] {
        let found = matching(id, in: reports)
        if found.isEmpty { throw unknown(id, among: reports.map(\.manifest.id)) }
        return found
    }

    /// Returns the plugins of a name; one that has crashed or is disabled needn't be there, and isn't looked for.
    private func check(_ id: String) throws(HostProgramError) -> [PluginReport] {
        let known = history.health.strikes.keys.flatMap { [$0, $0.fileName] } + history.health.disabled
        return known.contains(id) ? [] : try find(id, in: try survey().report)
    }

    private func unknown(_ id: String, among ids: [String]) -> HostProgramError {
        let error = PluginLookupError(id: id, nearest: nearestName(to: id, in: ids))
        // A library is only looked at where the person says so, also by a command.
        let wayOut = "If it's in a library, name its folder with '--plugin-path DIR'."
        let hint = options.pluginFolders.isEmpty ? [wayOut] : []
        return HostProgramError(
            status: .usage,
            text: (["\(error)"] + hint + MissingLoadHooks.problems).joined(separator: "\n")
        )
    }
}
