/// The libraries of the plugin folders while the program runs: a new one is attached, a rewritten one takes
/// the place of the one that runs, and one that goes is disabled.
@MainActor final class LiveLibraries {
    private final class Folder {
        let path: String
        var state: LibraryFolder
        var watch: FolderWatch?
        /// The watches of the other folders that the folder's links lead to, by path.
        var targetWatches: [String: FolderWatch] = [:]
        var timer: HostTimer?
        /// Tries again to watch the folder, which is gone.
        var retry: HostTimer?

        init(_ path: String, _ state: LibraryFolder) {
            self.path = path
            self.state = state
        }

        /// The files that the folder's links lead to, by the links' names.
        var linkTargets: [String: String] {
            FileSystem.names(in: path).filter(LibraryRules.isLibrary).reduce(into: [:]) { targets, name in
                let link = FileSystem.absolutePath("\(path)/\(name)")
                let target = FileSystem.absolutePath(FileSystem.followingOwnLinks(link))
                if target != link { targets[name] = target }
            }
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
        host.plugins.onOpen = { [weak self] in self?.open($0, enabling: $1) }
    }

    /// Ends the watches.
    func end() {
        for folder in folders {
            folder.watch?.cancel()
            for watch in folder.targetWatches.values { watch.cancel() }
            folder.timer = nil
            folder.retry = nil
        }
    }

    private func watch(_ folder: Folder) {
        folder.watch?.cancel()
        folder.watch = nil
        do {
            folder.watch = try FolderWatch(folder.path) { [weak self, unowned folder] in self?.handle($0, in: folder) }
            if folder.retry != nil {
                host.log.add(.info, "the plugin folder '\(folder.path)' is watched again", owner: .host)
            }
            folder.retry = nil
        } catch {
            if folder.retry == nil {
                let text = "the plugin folder '\(folder.path)' is not watched, but looked for every second: \(error)"
                host.log.add(.warning, text, owner: .host)
            }
            folder.retry = host.clock.schedule(after: .seconds(1)) { [weak self, unowned folder] in
                self?.watch(folder)
            }
        }
        // The files that were written before the watch began.
        completeAll(in: folder)
    }

    private func handle(_ events: [FolderWatch.Event]?, in folder: Folder) {
        guard let events else { return completeAll(in: folder) }
        // An event without a name is the folder's own: it may be gone, or another one.
        guard !events.contains(where: \.name.isEmpty) else { return watch(folder) }
        let files = PluginLoader.files(in: folder.path)
        for event in events where LibraryRules.isLibrary(event.name) {
            let path = "\(folder.path)/\(event.name)"
            // A link comes without being written here.
            let isLink = (try? FileStatus(at: path)).map { $0.kind == .symbolicLink || $0.linkCount > 1 } ?? false
            if event.isComplete || isLink { folder.state.markComplete(event.name, as: files[event.name]) }
        }
        compare(folder, files)
    }

    private func completeAll(in folder: Folder) {
        let files = PluginLoader.files(in: folder.path)
        for (name, file) in files { folder.state.markComplete(name, as: file) }
        compare(folder, files)
    }

    /// Watches the folders that links lead to, because a build writes there.
    ///
    /// A link counts while its target is missing, too: a linker may remove it first.
    private func watchTargets(of folder: Folder) {
        let folders = Set(folder.linkTargets.values.map(\.folder)).subtracting([FileSystem.absolutePath(folder.path)])
        for (path, watch) in folder.targetWatches where !folders.contains(path) {
            watch.cancel()
            folder.targetWatches[path] = nil
        }
        for path in folders where folder.targetWatches[path] == nil {
            // A folder that isn't there yet is tried again when something changes.
            folder.targetWatches[path] = try? FolderWatch(path) { [weak self, unowned folder] in
                self?.handle($0, at: path, in: folder)
            }
        }
    }

    private func handle(_ events: [FolderWatch.Event]?, at path: String, in folder: Folder) {
        // An event without a name is the folder's own.
        if events?.contains(where: \.name.isEmpty) == true {
            folder.targetWatches[path]?.cancel()
            folder.targetWatches[path] = nil
        }
        // A build writes many files.
        let links = folder.linkTargets.filter { link in
            events?.contains { $0.name.isEmpty || "\(path)/\($0.name)" == link.value } ?? true
        }
        guard !links.isEmpty else { return }
        let files = PluginLoader.files(in: folder.path)
        for (name, target) in links
        where events?.contains(where: { $0.isComplete && "\(path)/\($0.name)" == target }) ?? true {
            folder.state.markComplete(name, as: files[name])
        }
        compare(folder, files)
    }

    private func compare(_ folder: Folder, _ files: [String: FileStatus]) {
        watchTargets(of: folder)
        let changes = folder.state.compare(files, at: host.clock.now)
        folder.timer = folder.state.nextComparison.map { deadline in
            host.clock.schedule(at: deadline) { [weak self, unowned folder] in
                self?.compare(folder, PluginLoader.files(in: folder.path))
            }
        }
        for change in changes {
            switch change {
            case .arrived(let name), .replaced(let name): open("\(folder.path)/\(name)")
            case .gone(let name): close("\(folder.path)/\(name)")
            }
        }
        guard !changes.isEmpty else { return }
        for path in host.plugins.waitingLibraries { open(path) }
        setup.history.remember(host.plugins.knownPlugins)
    }

    private func close(_ path: String) {
        host.log.add(.info, "the library '\(path)' was removed", owner: .host)
        host.plugins.remove(library: path)
    }

    /// Opens a library; `plugin` is one that a person has just enabled, whatever disabled it at the start.
    private func open(_ path: String, enabling plugin: String? = nil) {
        let running = host.plugins.activeIDs(ofLibrary: path)
        let file = PluginFile(library: path)
        for name in setup.history.recordOpening(of: [file].compactMap(\.self)) {
            host.log.add(.info, PluginHistory.rebuilt(name), owner: .host)
        }
        // Asked for once: it reads libraries while one is in quarantine.
        var restrictions = setup.restrictions
        restrictions.running = running.union([plugin].compactMap(\.self))
        if running.isEmpty, let state = restrictions.state(ofLibrary: path) {
            host.log.add(.info, "the library '\(path)' is not opened: \(state)", owner: .host)
            host.plugins.list(PluginReport.unopened(library: path, state, restrictions), of: path)
            return
        }
        do throws(LibraryRefusal) {
            try PluginLoader.check(folder: String(path.dropLast(path.fileName.count + 1)))
            let records = try PluginLoader.open(path)
            // A plugin whose source file was renamed is known under the old name.
            let keys = Set(records.map(\.key))
            restrictions.known = restrictions.known.filter { $1.library != path || keys.contains($0) }
            setup.history.remember(records.map { PluginAdmission($0, restrictions) })
            if let problem = host.plugins.replace(library: path, with: records, restrictions) {
                throw LibraryRefusal(path: path, "is not used: \(problem)")
            }
            let active = host.plugins.activeIDs(ofLibrary: path).sorted().map { "'\($0)'" }.joined(separator: ", ")
            let replaced = running.isEmpty ? "" : ", in place of the one that ran"
            let result = active.isEmpty ? "none of its plugins runs" : "it runs \(active)"
            host.log.add(.info, "the library '\(path)' was opened\(replaced): \(result)", owner: .host)
            for report in host.plugins.report where report.library == path && report.state.isProblem {
                host.log.add(.warning, "\(report.state)", owner: .plugin(report.manifest.id))
            }
        } catch {
            let refusal = running.isEmpty ? error : error.continued("; the running version stays active")
            host.log.add(.warning, "\(refusal)", owner: .host)
            // Beside the plugin that runs, until the library is replaced again.
            host.plugins.list([PluginReport(refusal)], of: path)
        }
    }
}
