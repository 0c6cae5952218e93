/// A plugin that was found: its record and its manifest, whether it may run, and its instance while it does.
@MainActor final class PluginEntry {
    private(set) var record: PluginRecord
    /// The manifest; what is known of it, or a placeholder, while it isn't read.
    private(set) var manifest: PluginManifest
    /// Whether the plugin's own code has given the manifest.
    private(set) var isRead: Bool
    var state: PluginState
    var instance: (any HostPlugin)?
    var context: PluginContext?
    var activation: Duration?
    /// The reason for disabling the plugin, until that is done.
    var disabling: String?
    var changedAt: Duration = .zero
    /// The places where the plugin crashed the program in earlier runs, oldest first.
    var strikes: [String]
    /// Whether the log says that the plugin, which ran, is blocked.
    var isLoggedAsBlocked = false
    /// Whether a new version of the plugin waits for the end of this one.
    var isBeingReplaced = false
    /// Whether the plugin's library is gone, or no longer has the plugin.
    var isGone = false
    /// Whether the plugin would run if it weren't gone.
    var wouldRun = false
    /// Whether the plugin is being ended, or those who observe its state are told that it doesn't run.
    var isEnding = false

    /// Decides whether a plugin may run, and reads its manifest if so.
    init(_ record: PluginRecord, _ restrictions: PluginRestrictions) {
        self.record = record
        guard record.stamp == .current else {
            (manifest, isRead, strikes) = (.placeholder(record.origin), false, [])
            state = .blocked(.stampMismatch(plugin: record.stamp, host: .current))
            return
        }
        let library = record.libraryPath
        // Two libraries may have source files of one name.
        let known = restrictions.known[record.key].flatMap { $0.library == library ? $0.manifest : nil }
        var names = [known?.id, record.key, record.origin].compactMap(\.self)
        if let state = restrictions.state(of: names, library: library, isKnown: known != nil) {
            (manifest, isRead) = (known ?? .placeholder(record.origin), false)
            self.state = state
        } else {
            let (manifest, problem) = record.readManifest(knownAs: known?.id)
            names.insert(manifest.id, at: 0)
            (self.manifest, isRead) = (manifest, true)
            state = problem.map { .blocked($0) } ?? restrictions.state(of: names, library: library) ?? .discovered
        }
        strikes = restrictions.health.strikes(of: names)
    }

    /// Reads the manifest of a plugin that may run from now on, and returns what is wrong with it.
    func read() -> PluginProblem? {
        let (manifest, problem) = record.readManifest(knownAs: manifest.id)
        (self.manifest, isRead) = (manifest, true)
        return problem
    }

    /// The place among others: by id, linked plugins before those of libraries, then by origin.
    var rank: (String, Int, String, String) {
        (manifest.id, record.libraryPath == nil ? 0 : 1, record.origin, record.libraryPath ?? "")
    }

    /// Takes over what a new record says.
    func adopt(_ record: PluginRecord, _ manifest: PluginManifest, isRead: Bool) {
        self.record = record
        self.manifest = manifest
        self.isRead = isRead
    }

    /// Disables the plugin because its library doesn't have it any more; another library may then use its id.
    func leave(_ reason: String) {
        guard !isGone else { return }
        isGone = true
        wouldRun = isAllowed
        if wouldRun { disabling = reason }
    }

    /// Whether the graph may choose the plugin: it's neither disabled nor failed.
    var isAllowed: Bool {
        guard disabling == nil, !isBeingReplaced else { return false }
        return switch state {
        case .discovered, .active, .inactive: true
        case .blocked(let problem): !problem.isFinal
        case .disabled, .quarantined, .failed: false
        }
    }

    /// Whether the record is refused for good.
    var isRefused: Bool { state.isRefused }

    var report: PluginReport {
        var report = PluginReport(
            manifest: manifest,
            origin: record.origin,
            library: record.libraryPath,
            typeName: record.typeName,
            state: state,
            changedAt: changedAt,
            activation: activation,
            resourceCount: context?.resources.count ?? 0
        )
        report.strikes = strikes
        return report
    }
}

extension PluginRecord {
    /// Reads the manifest, as code of the plugin.
    ///
    /// The library's name or the origin stands for an id that isn't known yet. After a
    /// crash the library is then not even opened.
    ///
    /// A manifest with an id that breaks the rule for names comes back as a
    /// placeholder, with the problem: such an id couldn't be typed, or hides in lists.
    @MainActor fileprivate func readManifest(
        knownAs id: String?
    ) -> (manifest: PluginManifest, problem: PluginProblem?) {
        let manifest = RunningCode.call(of: .plugin(id ?? library ?? origin), .manifest) { type.manifest }
        guard let rule = NameRule.violation(of: manifest.id) else { return (manifest, nil) }
        return (.placeholder(origin), .invalidID(id: manifest.id, rule: rule))
    }
}

extension [PluginEntry] {
    /// The manifests that were read from the plugins' own code, by the keys of their records.
    @MainActor var known: [String: KnownPlugin] {
        reduce(into: [:]) { known, entry in
            guard entry.isRead, !entry.isRefused, known[entry.record.key] == nil else { return }
            known[entry.record.key] = KnownPlugin(entry.manifest, library: entry.record.libraryPath)
        }
    }
}
