/// The plugins that may not run, and why: by the command line, by hand, and by what they did before; a pure value.
struct PluginRestrictions: Hashable, Sendable {
    var isSafeMode = false
    var disabled: [String] = []
    var only: Set<String> = []

    /// The ids of the plugins that run already, and may keep running whatever was decided before the start.
    var running: Set<String> = []

    /// The crashes of earlier runs, and a person's decisions.
    var health = PluginHealth()

    /// The known plugins, by the keys of their records.
    var known: [String: KnownPlugin] = [:]

    /// Returns the state of a plugin that may not run; nil for one that may.
    ///
    /// A plugin goes by its id, and by other names such as the file of its load
    /// hook. Its library's file is a name for what a person decides; another
    /// library may have the same one, so crashes count by path. A plugin that
    /// isn't known may be the one that `--only-plugin` names.
    func state(of plugin: [String], library path: String? = nil, isKnown: Bool = true) -> PluginState? {
        let names = plugin + [path, path?.fileName].compactMap(\.self)
        if names.contains(where: running.contains) { return nil }
        if isSafeMode { return .disabled(reason: "by --safe-mode") }
        if health.needsSafeMode {
            return .disabled(
                reason: "by safe mode, after three crashes that no plugin could be blamed for; "
                    + "'plugins reset' ends it, and so does a minute without a crash"
            )
        }
        if names.contains(where: disabled.contains) { return .disabled(reason: "by --disable-plugin") }
        if isKnown, !only.isEmpty, !names.contains(where: only.contains) {
            return .disabled(reason: "by --only-plugin")
        }
        if let name = names.first(where: health.disabled.contains) {
            return .disabled(reason: "by hand; 'plugins enable \(name)' lets it run again")
        }
        let crashed = path.flatMap { path in [path, path.fileName].first { health.builds[$0]?.path == path } }
        for name in plugin + [crashed].compactMap(\.self) {
            guard let reason = health.quarantineReason(name) else { continue }
            return .quarantined(reason: "\(reason); 'plugins enable \(name)' lets it run again")
        }
        return nil
    }

    /// Returns the state of a library that need not be opened, because none of its plugins may run.
    func state(ofLibrary path: String) -> PluginState? {
        let ids = known.values.filter { $0.library == path }.map(\.manifest.id).sorted()
        guard !ids.isEmpty else { return state(of: [], library: path, isKnown: false) }
        let states = ids.map { state(of: [$0], library: path) }
        return states.contains(nil) ? nil : states[0]
    }
}

extension PluginReport {
    /// The plugins of a library that isn't opened, as they were known before.
    static func unopened(
        library path: String,
        _ state: PluginState,
        _ restrictions: PluginRestrictions
    ) -> [PluginReport] {
        let library = path.fileName
        let known = restrictions.known.values.filter { $0.library == path }.map(\.manifest).sorted { $0.id < $1.id }
        return (known.isEmpty ? [.placeholder(library)] : known).map {
            var report = PluginReport(
                manifest: $0,
                origin: library,
                library: path,
                typeName: nil,
                state: restrictions.state(of: [$0.id], library: path) ?? state,
                changedAt: .zero,
                activation: nil,
                resourceCount: 0
            )
            report.strikes = restrictions.health.strikes(of: [$0.id, path, library])
            return report
        }
    }
}
