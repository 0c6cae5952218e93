/// The libraries of the plugin folders while the program runs: a new one is attached, a rewritten one takes
/// the place of the one that runs, and one that goes is disabled.
@MainActor final class LiveLibraries {
    private let setup: ProgramSetup
    private let host: AppHost
    private var watches: [LibraryWatch] = []

    /// Begins to watch the folders that the program has opened its plugins from.
    init(_ setup: ProgramSetup, _ host: AppHost) {
        self.setup = setup
        self.host = host
        watches = setup.folders.map { folder in
            LibraryWatch(folder.path, folder.files, clock: host.clock, log: host.log) { [weak self] in
                self?.perform($0, in: folder.path)
            }
        }
    }

    /// Ends the watches.
    func end() {
        for watch in watches { watch.end() }
    }

    private func perform(_ changes: [LibraryChanges.Change], in folder: String) {
        for change in changes {
            switch change {
            case .saved(let name): open("\(folder)/\(name)")
            case .gone(let name): close("\(folder)/\(name)")
            }
        }
        for path in host.plugins.waitingLibraries { open(path) }
    }

    private func close(_ path: String) {
        host.log.add(.info, "the library '\(path)' was removed", owner: .host)
        host.plugins.remove(library: path)
    }

    private func open(_ path: String) {
        let running = host.plugins.activeIDs(ofLibrary: path)
        for name in setup.history.forgiveRebuilt() {
            host.log.add(.info, PluginHistory.rebuilt(name), owner: .host)
        }
        var restrictions = setup.restrictions
        restrictions.running = running
        if running.isEmpty, let state = restrictions.state(ofLibrary: path) {
            host.log.add(.info, "the library '\(path)' is not opened: \(state)", owner: .host)
            host.plugins.list(restrictions.report(ofLibrary: path, state), of: path)
            return
        }
        do throws(LibraryRefusal) {
            try LibraryLoader.check(folder: String(path.dropLast(path.fileName.count + 1)))
            let records = try PluginRecord.open(library: path)
            if let problem = host.plugins.replace(library: path, with: records, restrictions) {
                throw LibraryRefusal(path: path, "is not used: \(problem)")
            }
            let active = host.plugins.activeIDs(ofLibrary: path).sorted().map { "'\($0)'" }.joined(separator: ", ")
            let problems = host.plugins.report.filter { $0.library == path && $0.state.isProblem }
            let replaced = running.isEmpty ? "" : ", in place of the one that ran"
            let result = active.isEmpty ? "none of its plugins runs" : "it runs \(active)"
            let reasons = problems.map { "; '\($0.manifest.id)' \($0.state.predicate)" }.joined()
            let text = "the library '\(path)' was opened\(replaced): \(result)\(reasons)"
            host.log.add(problems.isEmpty ? .info : .warning, text, owner: .host)
        } catch {
            let outcome = running.isEmpty ? "" : "the running version stays active, because "
            host.log.add(.warning, "\(outcome)\(error)", owner: .host)
            // Beside the plugin that runs, until the library is replaced again.
            host.plugins.list(PluginReport(error), of: path)
        }
    }
}
