/// Which plugins may run after what happened in earlier runs; a pure value.
///
/// A crash in a plugin's code is a strike. A plugin with two strikes is
/// quarantined until a person enables it, or until it's rebuilt: the strikes of
/// one build say nothing about the next. Three crashes that no plugin
/// can be blamed for start the program in safe mode, without plugins. A run that
/// was well for a minute clears the strikes of the plugins that ran in it, and
/// every strike for a kill: the machine may just have been slow.
struct PluginHealth: Hashable, Sendable {
    /// The number of strikes that quarantine a plugin.
    static let strikeLimit = 2

    /// The number of crashes without a culprit that start the program in safe mode.
    static let unblamedLimit = 3

    /// The time after which a run counts as healthy.
    static let healthyTime: Duration = .seconds(60)

    /// A place where a plugin crashed the program.
    struct Strike: Hashable, Sendable {
        let place: String

        /// Whether the plugin hung and the program was killed.
        var isKill = false
    }

    /// The strikes of each plugin, oldest first.
    ///
    /// A plugin goes by its id; if it crashed before its id was known, by its
    /// library's path or the line of its load hook; and a library by its path, or its file's name where that is too long.
    private(set) var strikes: [String: [Strike]] = [:]

    /// The builds of the plugins that the strikes are about, by the same names.
    private(set) var builds: [String: PluginBuild] = [:]

    /// The number of crashes since the last healthy run that no plugin can be blamed for.
    private(set) var unblamedCrashes = 0

    /// The ids of the plugins that a person has disabled.
    private(set) var disabled: Set<String> = []

    // MARK: - What happened

    /// Records the end of an earlier run.
    mutating func record(_ run: PastRun) {
        if run.healthyTime >= PluginHealth.healthyTime {
            // Of the plugins that ran, only the one that ended the run is known.
            if case .plugin(let name, _, _) = run.crash {
                recordHealthyRun(of: [name])
            } else {
                recordHealthyRun(of: [])
            }
        }
        switch run.crash {
        case nil: break
        case .unblamed: unblamedCrashes = min(unblamedCrashes + 1, PluginHealth.unblamedLimit)
        case .plugin(let name, let place, let isKill):
            if let build = run.build {
                // The file at another path may be another program's, which shares the state folder.
                if let old = builds[name], old.path == build.path, old != build { strikes[name] = nil }
                builds[name] = build
            }
            // Only the last ones are of use.
            let strike = Strike(place: place, isKill: isKill)
            strikes[name] = ((strikes[name] ?? []) + [strike]).suffix(PluginHealth.strikeLimit)
        }
    }

    /// Whether a healthy run would clear anything.
    var canRecover: Bool {
        unblamedCrashes > 0
            || strikes.values.contains { $0.count < PluginHealth.strikeLimit || $0.contains(where: \.isKill) }
    }

    /// Records that the program has been well for a minute with plugins of these names.
    ///
    /// The strikes of other plugins stay: starting without a plugin, as the message about its crash advises, says
    /// nothing about it. Plugins in quarantine keep theirs, too, except those for kills.
    mutating func recordHealthyRun(of names: Set<String>) {
        unblamedCrashes = 0
        for (name, all) in strikes {
            let isKept = all.count >= PluginHealth.strikeLimit || !names.contains(name)
            let kept = isKept ? all.filter { !$0.isKill } : []
            strikes[name] = kept.isEmpty ? nil : kept
        }
        builds = builds.filter { strikes[$0.key] != nil }
    }

    /// Forgets the strikes of a build, which say nothing about the next one.
    mutating func forgive(_ build: PluginBuild) {
        strikes = strikes.filter { builds[$0.key] != build }
        builds = builds.filter { $0.value != build }
    }

    // MARK: - What a person decides

    mutating func disable(_ name: String) {
        disabled.insert(name)
    }

    /// Lets a plugin run again, whatever it has done.
    mutating func enable(_ name: String) {
        disabled.remove(name)
        // The name may be that of a library's file.
        strikes = strikes.filter { $0.key != name && $0.key.fileName != name }
        builds = builds.filter { $0.key != name && $0.key.fileName != name }
    }

    /// Lets all plugins run again.
    mutating func reset() {
        self = PluginHealth()
    }

    // MARK: - Restrictions

    /// Whether the program starts without plugins.
    var needsSafeMode: Bool { unblamedCrashes >= PluginHealth.unblamedLimit }

    func isQuarantined(_ name: String) -> Bool {
        strikes[name].map { $0.count >= PluginHealth.strikeLimit } ?? false
    }

    /// Returns where a plugin crashed the program, oldest first; the first of its names with strikes counts.
    func strikes(of names: [String]) -> [String] {
        // Most programs have none.
        strikes.isEmpty ? [] : names.lazy.compactMap { strikes[$0] }.first?.map(\.place) ?? []
    }

    /// The names in quarantine, in order.
    var quarantined: [String] { strikes.keys.filter(isQuarantined).sorted() }

    /// The reason for a plugin's quarantine; nil if it isn't in quarantine.
    func quarantineReason(_ name: String) -> String? {
        guard isQuarantined(name), let all = strikes[name], let last = all.last else { return nil }
        let times = all.count == 2 ? "twice" : "\(all.count) times"
        return "it brought the program down \(times), the last time \(last.place)"
    }
}

// MARK: - Storing

extension PluginHealth {
    /// Reads what a store contains; a value of another kind is left out.
    init(stored values: [String: PlainValue]) {
        if case .dictionary(let stored)? = values["strikes"] {
            strikes = stored.mapValues { ($0.arrayValue ?? []).compactMap { Strike(stored: $0) } }
                .filter { !$0.value.isEmpty }
        }
        if case .dictionary(let stored)? = values["builds"] {
            builds = stored.compactMapValues { PluginBuild(stored: $0) }.filter { strikes[$0.key] != nil }
        }
        unblamedCrashes = min(max(values["unblamed"]?.intValue ?? 0, 0), PluginHealth.unblamedLimit)
        disabled = Set(values["disabled"]?.texts ?? [])
    }

    /// Writes the state over what a store contains.
    func write(to values: inout [String: PlainValue]) {
        values["strikes"] = strikes.isEmpty ? nil : .dictionary(strikes.mapValues { .array($0.map(\.stored)) })
        values["builds"] = builds.isEmpty ? nil : .dictionary(builds.mapValues(\.stored))
        values["unblamed"] = unblamedCrashes == 0 ? nil : .int(unblamedCrashes)
        values["disabled"] = disabled.isEmpty ? nil : .array(disabled.sorted().map { .string($0) })
    }
}

extension PluginHealth.Strike {
    /// Reads what `stored` has written; nil for any other value.
    fileprivate init?(stored value: PlainValue) {
        guard let place = value.stringValue ?? value["killed"]?.stringValue else { return nil }
        self.init(place: place, isKill: value.stringValue == nil)
    }

    fileprivate var stored: PlainValue {
        isKill ? .dictionary(["killed": .string(place)]) : .string(place)
    }
}
