/// The plugins that may not run, and why: by the command line, by hand, and by what they did before; a pure value.
struct PluginRestrictions: Hashable, Sendable {
    var isSafeMode = false
    var disabled: [String] = []
    var only: Set<String> = []

    /// The ids of the plugins that run already, and may keep running whatever was decided before the start.
    var running: Set<String> = []

    /// The crashes of earlier runs, and a person's decisions.
    var health = PluginHealth()

    /// The search for a bad plugin that is under way.
    var bisection: PluginBisection?

    /// The known plugins, by the keys of their records.
    var known: [String: KnownPlugin] = [:]

    /// The libraries whose content crashed earlier runs, by path, with the name in quarantine.
    var crashedLibraries: [String: String] = [:]

    /// Returns the state of a plugin that may not run; nil for one that may.
    ///
    /// A plugin goes by its id, and by other names such as the file of its load
    /// hook. Its library's file is a name for what a person decides; another
    /// library may have the same one, so crashes count by content.
    func state(of plugin: [String], library path: String? = nil) -> PluginState? {
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
        if !only.isEmpty, !names.contains(where: only.contains) { return .disabled(reason: "by --only-plugin") }
        if let name = names.first(where: health.disabled.contains) {
            return .disabled(reason: "by hand; 'plugins enable \(name)' lets it run again")
        }
        for name in plugin + [path.flatMap { crashedLibraries[$0] }].compactMap(\.self) {
            guard let reason = health.quarantineReason(name) else { continue }
            return .quarantined(reason: "\(reason); 'plugins enable \(name)' lets it run again")
        }
        if let bisection, !names.contains(where: bisection.running.contains) {
            return .disabled(reason: "by 'plugins bisect', which looks for the one that misbehaves")
        }
        return nil
    }

    /// Returns the state of a plugin that may not run, before its manifest is read.
    ///
    /// A plugin of which nothing is known may be the one that `--only-plugin` or a
    /// search names, if no other is known to be.
    func stateBeforeReading(_ names: [String], library path: String?, isKnown: Bool) -> PluginState? {
        guard !isKnown else { return state(of: names, library: path) }
        // Most programs name none.
        guard !only.isEmpty || bisection != nil else { return state(of: names, library: path) }
        var open = self
        let ids = Set(known.values.map(\.manifest.id))
        if !only.isEmpty, !only.allSatisfy(ids.contains) { open.only = [] }
        if let bisection, !bisection.running.allSatisfy(ids.contains) { open.bisection = nil }
        return open.state(of: names, library: path)
    }

    /// Drops what is known of plugins that have no record, and whose library isn't among the unopened ones, by path.
    ///
    /// Such a plugin's source file may have another name by now.
    func limitingKnown(to records: [PluginRecord], unopened libraries: Set<String>) -> PluginRestrictions {
        let keys = Set(records.map(\.key))
        var result = self
        result.known = known.filter { key, plugin in
            keys.contains(key) || plugin.library.map(libraries.contains) ?? false
        }
        return result
    }

    /// Returns the state of a library that need not be opened, because none of its plugins may run.
    func state(ofLibrary path: String) -> PluginState? {
        let plugins = known.values.filter { $0.library == path }
        guard !plugins.isEmpty else { return stateBeforeReading([], library: path, isKnown: false) }
        var first: PluginState?
        for plugin in plugins.sorted(by: { $0.manifest.id < $1.manifest.id }) {
            guard let state = state(of: [plugin.manifest.id], library: path) else { return nil }
            first = first ?? state
        }
        return first
    }
}
