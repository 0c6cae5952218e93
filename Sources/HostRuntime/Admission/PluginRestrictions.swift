/// The plugins that may not run, and why: by the command line, by hand, and by what they did before; a pure value.
struct PluginRestrictions: Hashable, Sendable {
    var isSafeMode = false
    var disabled: [String] = []
    var only: Set<String> = []

    /// The ids of the plugins that run already, and may keep running whatever was decided before the start.
    var running: Set<String> = []

    /// The crashes of earlier runs, and a person's decisions.
    var health = PluginHealth()

    /// Returns the state of a plugin that may not run; nil for one that may.
    ///
    /// A plugin goes by its id, and by other names such as the place of its load
    /// hook. Its library's file is a name, too.
    func state(of plugin: [String], library path: String? = nil) -> PluginState? {
        let names = names(of: plugin, library: path)
        if names.contains(where: running.contains) { return nil }
        if let safeMode { return safeMode }
        if !only.isEmpty, !names.contains(where: only.contains), !names.contains(where: disabled.contains) {
            return .disabled(reason: "by --only-plugin")
        }
        return ban(of: plugin, library: path)
    }

    /// Returns the state of a library that isn't opened; nil for one that is.
    ///
    /// It isn't opened in safe mode, if its file is disabled, or if it has ended the
    /// program before a plugin in it was known. `--only-plugin` may name a plugin in it.
    func state(ofLibrary path: String) -> PluginState? {
        safeMode ?? ban(of: [], library: path)
    }

    /// Returns a library that isn't opened, as lists show it.
    func report(ofLibrary path: String, _ state: PluginState) -> PluginReport {
        var report = PluginReport(library: path, state)
        report.strikes = health.strikes(of: [path, path.fileName])
        return report
    }

    /// Returns the state of what is disabled or in quarantine under one of its names.
    ///
    /// Another library may have the same file name, so crashes count by path.
    func ban(of plugin: [String], library path: String? = nil) -> PluginState? {
        let names = names(of: plugin, library: path)
        if names.contains(where: disabled.contains) { return .disabled(reason: "by --disable-plugin") }
        if let name = names.first(where: health.disabled.contains) {
            return .disabled(reason: "by hand; 'plugins enable \(name)' lets it run again")
        }
        for name in names {
            if let path, name == path.fileName, let build = health.builds[name], build.path != path { continue }
            guard let reason = health.quarantineReason(name) else { continue }
            return .quarantined(reason: "\(reason); 'plugins enable \(name)' lets it run again")
        }
        return nil
    }

    private var safeMode: PluginState? {
        if isSafeMode { return .disabled(reason: "by --safe-mode") }
        guard health.needsSafeMode else { return nil }
        return .disabled(
            reason: "by safe mode, after three crashes that no plugin could be blamed for; "
                + "'plugins reset' ends it, and so does a minute without a crash"
        )
    }

    private func names(of plugin: [String], library path: String?) -> [String] {
        plugin + [path, path?.fileName].compactMap(\.self)
    }
}
