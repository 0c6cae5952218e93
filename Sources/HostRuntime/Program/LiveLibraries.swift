/// The libraries of the plugin folders while the program runs: one that comes attaches, one that is written anew takes
/// the place of the one that runs, and one that goes is disabled.
@MainActor final class LiveLibraries {
    private final class Folder {
        let path: String
        var state: LibraryFolder
        var watch: FolderWatch?
        var timer: HostTimer?

        init(_ path: String, _ state: LibraryFolder) {
            self.path = path
            self.state = state
        }
    }

    private let setup: ProgramSetup
    private let host: AppHost
    private let folders: [Folder]

    /// Begins to watch the folders that the program has opened its plugins from.
    init(_ setup: ProgramSetup, _ host: AppHost) {
        self.setup = setup
        self.host = host
        folders = setup.folders.map { Folder($0.path, LibraryFolder($0.files)) }
        for folder in folders { watch(folder) }
    }

    /// Ends the watches.
    func end() {
        for folder in folders {
            folder.watch?.cancel()
            folder.timer = nil
        }
    }

    private func watch(_ folder: Folder) {
        do {
            folder.watch = try FolderWatch(folder.path) { [weak self, unowned folder] events in
                if let events {
                    for event in events where event.isComplete { folder.state.complete(event.name) }
                } else {
                    self?.completeAll(in: folder)
                }
                self?.compare(folder)
            }
        } catch {
            host.log.add(.warning, "the plugin folder '\(folder.path)' is not watched: \(error)", owner: .host)
        }
        // What was written before the watch began.
        completeAll(in: folder)
        compare(folder)
    }

    private func completeAll(in folder: Folder) {
        for name in PluginLoader.files(in: folder.path).keys { folder.state.complete(name) }
    }

    private func compare(_ folder: Folder) {
        let changes = folder.state.compare(PluginLoader.files(in: folder.path), at: host.clock.now)
        folder.timer = folder.state.nextComparison.map { deadline in
            host.clock.schedule(at: deadline) { [weak self, unowned folder] in self?.compare(folder) }
        }
        for change in changes {
            switch change {
            case .arrived(let name), .replaced(let name): open("\(folder.path)/\(name)")
            case .gone(let name): close("\(folder.path)/\(name)")
            }
        }
        if !changes.isEmpty { setup.history.remember(host.plugins.knownPlugins) }
    }

    private func close(_ path: String) {
        host.log.add(.info, "the library '\(path)' was removed", owner: .host)
        for other in host.plugins.remove(library: path) { open(other) }
    }

    private func open(_ path: String) {
        let folder = String(path.dropLast(path.fileName.count + 1))
        let running = host.plugins.activeIDs(ofLibrary: path)
        let file = PluginBuild.File.libraries(in: folder).filter { $0.path == path }
        for name in setup.history.willOpen(file) { host.log.add(.info, PluginHistory.rebuilt(name), owner: .host) }
        if running.isEmpty, let state = setup.restrictions.state(ofLibrary: path.fileName) {
            host.log.add(.info, "the library '\(path)' is not opened: \(state)", owner: .host)
            host.plugins.list(PluginReport.unopened(library: path, state, setup.restrictions), of: path)
            return
        }
        do throws(LibraryRefusal) {
            try PluginLoader.check(folder: folder)
            let records = try PluginLoader.open(path)
            var restrictions = setup.restrictions
            restrictions.running = running
            setup.history.remember(records.map { PluginAdmission($0, restrictions) })
            if let problem = host.plugins.replace(library: path, with: records, restrictions) {
                throw LibraryRefusal(path: path, "is not used: \(problem)")
            }
            host.log.add(.info, "the library '\(path)' was opened", owner: .host)
            for report in host.plugins.report where report.library == path && report.state.isProblem {
                host.log.add(.warning, "\(report.state)", owner: .plugin(report.manifest.id))
            }
        } catch {
            let refusal = running.isEmpty ? error : error.continued("; the version that runs goes on")
            host.log.add(.warning, "\(refusal)", owner: .host)
            // Beside the plugin that runs, until the library is replaced again.
            host.plugins.list([PluginReport(refusal)], of: path)
        }
    }
}
