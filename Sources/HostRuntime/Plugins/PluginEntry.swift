/// A plugin that was found: its record and its manifest, whether it may run, and its instance while it does.
@MainActor final class PluginEntry {
    private(set) var record: PluginRecord
    /// The manifest; a placeholder if it isn't read.
    private(set) var manifest: PluginManifest
    /// Whether the plugin's own code has given the manifest; false if it's of another runtime, or banned by its place.
    let isRead: Bool
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

    /// Reads a plugin's manifest, and decides whether it may run.
    ///
    /// The code of one that ended the program in its manifest isn't called again: it
    /// goes by the place of its load hook, and so may one that a person disables.
    init(_ record: PluginRecord, _ restrictions: PluginRestrictions) {
        self.record = record
        guard record.stamp == .current else {
            (manifest, isRead, strikes) = (.placeholder(record.origin), false, [])
            state = .blocked(.stampMismatch(plugin: record.stamp, host: .current))
            return
        }
        if let ban = restrictions.ban(of: [record.origin]) {
            (manifest, isRead, state) = (.placeholder(record.origin), false, ban)
            strikes = restrictions.health.strikes(of: [record.origin])
            return
        }
        let (manifest, problem) = record.readManifest()
        let names = [manifest.id, record.origin]
        (self.manifest, isRead) = (manifest, true)
        state =
            problem.map { .blocked($0) } ?? restrictions.state(of: names, library: record.libraryPath) ?? .discovered
        strikes = restrictions.health.strikes(of: names)
    }

    /// The place among others: by id, linked plugins before those of libraries, then by origin.
    var rank: (String, Int, String, String) {
        (manifest.id, record.libraryPath == nil ? 0 : 1, record.origin, record.libraryPath ?? "")
    }

    /// Takes over what a new record says.
    func adopt(_ record: PluginRecord, _ manifest: PluginManifest) {
        self.record = record
        self.manifest = manifest
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

    /// Whether the record is refused for good, or isn't read, so that nothing is known of it.
    var isRefused: Bool { state.isRefused || !isRead }

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
    /// The library's name or the origin stands for the id, which isn't known yet. After
    /// two crashes the library is then not even opened.
    ///
    /// A manifest with an id that breaks the rule for names comes back as a
    /// placeholder, with the problem: such an id couldn't be typed, or hides in lists.
    @MainActor fileprivate func readManifest() -> (manifest: PluginManifest, problem: PluginProblem?) {
        let manifest = RunningCode.call(of: .plugin(library ?? origin), .manifest) { type.manifest }
        guard let rule = NameRule.violation(of: manifest.id) else { return (manifest, nil) }
        return (.placeholder(origin), .invalidID(id: manifest.id, rule: rule))
    }
}
