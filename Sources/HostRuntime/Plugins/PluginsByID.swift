/// The plugins that a program has found; of several with one id, one is accepted, and the others are refused.
@MainActor final class PluginsByID {
    /// By id; of several with one id, the accepted one first.
    private(set) var entries: [PluginEntry] = []
    /// The entries that aren't refused, by id.
    private var accepted: [String: PluginEntry] = [:]
    private var knownTypes: Set<Int> = []
    /// The plugins of libraries that weren't opened.
    private var unopened: [PluginReport]

    init(unopened: [PluginReport]) {
        self.unopened = unopened
    }

    /// The accepted plugin of an id.
    subscript(id: String) -> PluginEntry? { accepted[id] }

    /// The plugins and their states, by id; of several with one id, the accepted one first.
    var report: [PluginReport] {
        let reports = entries.map(\.report)
        return unopened.isEmpty ? reports : (reports + unopened).sorted { $0.manifest.id < $1.manifest.id }
    }

    /// The ids and states of all plugins.
    ///
    /// A library that isn't opened counts under the name of its file.
    var states: [(id: String, state: PluginState)] {
        entries.map { ($0.manifest.id, $0.state) } + unopened.map { ($0.manifest.id, $0.state) }
    }

    // MARK: - Finding

    /// Returns entries for the records whose types are new, in the order in which they are to be added.
    func newEntries(for records: [PluginRecord], _ restrictions: PluginRestrictions) -> [PluginEntry] {
        records.filter { knownTypes.insert(PluginRecord.number(of: $0.type)).inserted }
            .map { PluginEntry($0, restrictions) }
            .sorted { $0.rank < $1.rank }
    }

    /// Adds a plugin, which is refused if another one has its id; call `sort` after the last one.
    func add(_ entry: PluginEntry) {
        if let problem = refusal(of: entry) { entry.state = .blocked(problem) }
        if !entry.isRefused {
            if let gone = accepted.updateValue(entry, forKey: entry.manifest.id) {
                entries.removeAll { $0 === gone }
            }
        }
        entries.append(entry)
    }

    func sort() {
        entries.sort { ($0.manifest.id, $0.isRefused ? 1 : 0) < ($1.manifest.id, $1.isRefused ? 1 : 0) }
    }

    /// Returns the reason for which a new version of a library's plugin is refused for good.
    func refusal(ofNewVersion entry: PluginEntry) -> PluginProblem? {
        let library = entry.record.libraryPath
        return entry.state.refusal ?? refusal(of: entry) { $0.record.libraryPath == library }
    }

    /// Returns the reason for which a new entry is refused for good.
    private func refusal(of entry: PluginEntry) -> PluginProblem? {
        refusal(of: entry) { $0 === entry }
    }

    /// Returns the reason for which an entry can't have its id; one that `isOwn` may have it already.
    private func refusal(of entry: PluginEntry, unlessTakenBy isOwn: (PluginEntry) -> Bool) -> PluginProblem? {
        let (id, record) = (entry.manifest.id, entry.record)
        guard record.stamp == .current else { return nil }
        // Lists show what the program itself offers under this name, and its stores begin with it.
        let host = Owner.host.description
        if id == host || id.hasPrefix(host + ".") || id == ScenarioDefaults.namespace {
            return .duplicateID(id: id, first: "the program itself", second: record.place)
        }
        guard let first = accepted[id], !isOwn(first), !first.isGone else { return nil }
        return .duplicateID(id: id, first: first.record.place, second: record.place)
    }

    /// Returns the accepted plugin of an id, or throws why there is none.
    func lookUp(_ id: String) throws(PluginLookupError) -> PluginEntry {
        if let entry = accepted[id] { return entry }
        // Refused, not read, or in a library that isn't open.
        if let state = report.first(where: { $0.manifest.id == id })?.state {
            throw PluginLookupError(id: id, state: state)
        }
        throw PluginLookupError(id: id, nearest: nearestName(to: id, in: report.map(\.manifest.id)))
    }

    // MARK: - Libraries

    /// Lists a library that isn't used, in place of what was said about it before.
    func list(_ report: PluginReport, of path: String) {
        unopened.removeAll { $0.library == path }
        unopened.append(report)
    }

    /// Removes a library's plugins that were refused, and those that were listed without being opened.
    func forgetUnused(ofLibrary path: String) {
        unopened.removeAll { $0.library == path }
        entries.removeAll { $0.isRefused && $0.record.libraryPath == path }
    }

    func entries(ofLibrary path: String) -> [PluginEntry] {
        entries.filter { $0.record.libraryPath == path }
    }

    /// The libraries that were refused because others had plugins of the same ids, and that can be used since those are
    /// gone.
    var waitingLibraries: [String] {
        let waiting = entries.filter { entry in
            guard case .blocked(.duplicateID) = entry.state else { return false }
            return accepted[entry.manifest.id]?.isGone ?? false
        }
        return Set(waiting.compactMap(\.record.libraryPath)).sorted()
    }
}
