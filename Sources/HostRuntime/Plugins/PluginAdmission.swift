/// A record on its way into a registry: with its manifest, unless its plugin may not run.
struct PluginAdmission {
    let record: PluginRecord

    /// The manifest; what is known of it, or a placeholder, if it wasn't read.
    let manifest: PluginManifest

    /// Whether the manifest was read from the plugin's own code.
    let isRead: Bool

    /// The state of a plugin that may not run; nil for one that may.
    let state: PluginState?

    /// The places where the plugin crashed the program in earlier runs, oldest first.
    private(set) var strikes: [String] = []

    /// Whether the manifest was read from the plugin's own code and breaks no rule.
    var isAdmitted: Bool {
        if case .blocked? = state { false } else { isRead }
    }

    /// The problem for which the record is refused for good; nil if it isn't.
    var refusal: PluginProblem? {
        guard case .blocked(let problem)? = state, problem.isFinal else { return nil }
        return problem
    }

    /// The place among others: by id, linked plugins before those of libraries, then by origin.
    var rank: (String, Int, String, String) {
        (manifest.id, record.libraryPath == nil ? 0 : 1, record.origin, record.libraryPath ?? "")
    }

    /// Reads a record's manifest, if the restrictions let its plugin run.
    @MainActor init(_ record: PluginRecord, _ restrictions: PluginRestrictions) {
        self.record = record
        guard record.stamp == .current else {
            manifest = .placeholder(record.origin)
            isRead = false
            state = .blocked(.stampMismatch(plugin: record.stamp, host: .current))
            return
        }
        let library = record.libraryPath
        // Two libraries may have source files of one name.
        let known = restrictions.known[record.key].flatMap { $0.library == library ? $0.manifest : nil }
        let names = [known?.id, record.key, record.origin].compactMap(\.self)
        if let state = restrictions.stateBeforeReading(names, library: library, isKnown: known != nil) {
            manifest = known ?? .placeholder(record.origin)
            isRead = false
            self.state = state
            strikes = restrictions.health.strikes(of: names)
            return
        }
        let (manifest, problem) = record.readManifest(knownAs: known?.id)
        self.manifest = manifest
        isRead = true
        state = problem.map { .blocked($0) } ?? restrictions.state(of: [manifest.id] + names, library: library)
        strikes = restrictions.health.strikes(of: [manifest.id] + names)
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
    @MainActor func readManifest(knownAs id: String?) -> (manifest: PluginManifest, problem: PluginProblem?) {
        let manifest = RunningCode.call(of: .plugin(id ?? library ?? origin), .manifest) { type.manifest }
        guard let rule = NameRule.violation(of: manifest.id) else { return (manifest, nil) }
        return (.placeholder(origin), .invalidID(id: manifest.id, rule: rule))
    }
}

extension PluginManifest {
    /// A placeholder for a manifest that isn't read.
    static func placeholder(_ name: String) -> PluginManifest {
        PluginManifest(id: name, name: "(unread)", version: "?")
    }
}
