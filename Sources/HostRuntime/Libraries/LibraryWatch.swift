/// Watches a plugin folder while the program runs, along with the folders that its links lead to.
///
/// A build writes to the target of a link, so the target's changes are the link's.
@MainActor final class LibraryWatch {
    /// The folder as the person named it.
    let path: String
    /// The folder from the root.
    private let folder: String
    private var state: LibraryChanges
    /// The watches of the folder and of its links' targets, by path.
    private var watches: [String: FolderWatch] = [:]
    private var timer: HostTimer?
    /// Tries again to watch the folder, which is gone.
    private var retry: HostTimer?
    private let clock: HostClock
    private let log: HostLog
    private let onChange: @MainActor ([LibraryChanges.Change]) -> Void

    /// Begins to watch a folder whose files are open already.
    init(
        _ path: String,
        _ files: [String: FileStatus],
        clock: HostClock,
        log: HostLog,
        onChange: @escaping @MainActor ([LibraryChanges.Change]) -> Void
    ) {
        self.path = path
        folder = FileSystem.absolutePath(path)
        state = LibraryChanges(files)
        (self.clock, self.log, self.onChange) = (clock, log, onChange)
        watch()
    }

    /// Ends the watch.
    func end() {
        for watch in watches.values { watch.cancel() }
        watches = [:]
        timer = nil
        retry = nil
    }

    private func watch() {
        watches.removeValue(forKey: folder)?.cancel()
        do {
            watches[folder] = try watch(folder)
            if retry != nil { log.add(.info, "the plugin folder '\(path)' is watched again", owner: .host) }
            retry = nil
        } catch {
            if retry == nil {
                let text = "the plugin folder '\(path)' is not watched, but looked for every second: \(error)"
                log.add(.warning, text, owner: .host)
            }
            retry = clock.schedule(after: .seconds(1)) { [weak self] in self?.watch() }
        }
        // The files that were written before the watch began.
        state.record(all: LibraryLoader.files(in: path), at: clock.now)
        compare()
    }

    private func watch(_ directory: String) throws(SystemError) -> FolderWatch {
        try FolderWatch(directory) { [weak self] in self?.handle($0, in: directory) }
    }

    private func handle(_ events: [FolderWatch.Event]?, in directory: String) {
        guard let events, !events.contains(where: \.name.isEmpty) else {
            // Events were lost, or the folder itself is gone or another one: it's watched again if it's there.
            watches.removeValue(forKey: directory)?.cancel()
            return watch()
        }
        let targets = linkTargets
        let changes = events.flatMap { event in
            libraries(of: event, in: directory, targets).map { (name: $0, isComplete: event.isComplete) }
        }
        // A build writes many files.
        guard !changes.isEmpty else { return }
        let files = LibraryLoader.files(in: path)
        for (name, isComplete) in changes where isComplete || files[name] == nil || isLinked(name, in: directory) {
            state.record(name, as: files[name], at: clock.now)
        }
        compare()
    }

    /// Returns the folder's libraries that an event is about, of which several may lead to one file.
    private func libraries(
        of event: FolderWatch.Event,
        in directory: String,
        _ targets: [String: String]
    ) -> [String] {
        let links = targets.filter { $0.value == "\(directory)/\(event.name)" }.map(\.key)
        return directory == folder && LibraryRules.isLibrary(event.name) ? links + [event.name] : links
    }

    /// Whether a library came as another name of a file, so that it isn't written here.
    private func isLinked(_ name: String, in directory: String) -> Bool {
        guard directory == folder, let status = try? FileStatus(at: "\(folder)/\(name)") else { return false }
        return status.kind == .symbolicLink || status.linkCount > 1
    }

    /// The files that the folder's links lead to, by the links' names, whether they are there or not.
    private var linkTargets: [String: String] {
        FileSystem.names(in: folder).filter(LibraryRules.isLibrary).reduce(into: [:]) { targets, name in
            let target = FileSystem.absolutePath(FileSystem.followingOwnLinks("\(folder)/\(name)"))
            if target != "\(folder)/\(name)" { targets[name] = target }
        }
    }

    private func watchTargets() {
        let directories = Set(linkTargets.values.map(\.folder)).subtracting([folder])
        for directory in watches.keys where directory != folder && !directories.contains(directory) {
            watches.removeValue(forKey: directory)?.cancel()
        }
        // One that isn't there yet is tried again when something changes.
        for directory in directories where watches[directory] == nil { watches[directory] = try? watch(directory) }
    }

    private func compare() {
        watchTargets()
        let changes = state.removeDue(LibraryLoader.files(in: path), at: clock.now)
        timer = state.nextDue.map { clock.schedule(at: $0) { [weak self] in self?.compare() } }
        if !changes.isEmpty { onChange(changes) }
    }
}
