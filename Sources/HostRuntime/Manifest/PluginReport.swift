/// A plugin and its state at one moment.
public struct PluginReport: Hashable, Sendable {
    /// The plugin's identity and requirements.
    public let manifest: PluginManifest

    /// The file and the line of its load hook.
    public let origin: String

    /// The path of the plugin's library; nil for a plugin that is linked.
    public let library: String?

    /// The name of the plugin's type; nil if its library isn't open.
    public let typeName: String?

    /// The plugin's state, with the reason.
    public let state: PluginState

    /// The time of the last change of state, since the host started.
    public let changedAt: Duration

    /// The duration of the last activation; nil if the plugin was never active.
    public let activation: Duration?

    /// The number of resources that the plugin holds, such as observers, windows, timers, tasks, commands and services.
    public let resourceCount: Int

    /// The places where the plugin crashed the program in earlier runs, oldest first; two strikes quarantine it.
    public internal(set) var strikes: [String] = []

    /// The error that `activate` threw in the last run of the program, for a list of plugins that don't run.
    public internal(set) var lastFailure: String?
}

// MARK: - Problems

extension PluginReport {
    /// Why the plugin can't run, as a sentence; nil if it can, or if it's disabled.
    var problem: String? {
        switch state {
        case .failed(let reason): "the plugin '\(manifest.id)' failed: \(reason)"
        case .quarantined(let reason): "the plugin '\(manifest.id)' is in quarantine: \(reason)"
        // The reason names the library.
        case .blocked(.refusedLibrary(let reason)): reason
        case .blocked(let problem): "the plugin '\(manifest.id)' is blocked: \(problem)"
        case .discovered, .disabled, .active, .inactive: nil
        }
    }
}

// MARK: - Lists

extension [PluginReport] {
    /// A table with a row for each plugin, followed by the reasons.
    var table: String {
        guard !isEmpty else { return "No plugins are attached." }
        let rows =
            [["ID", "VERSION", "STATE", "ORIGIN"]]
            + map { [$0.manifest.id, $0.manifest.version, $0.state.name, $0.fileAndLine] }
        // Reasons are sentences, too long for a column.
        let reasons = flatMap { report in
            [report.state.reason, report.lastFailure.map { "failed in the last run: \($0)" }].compactMap(\.self)
                .map { "\(report.manifest.id): \($0)".escapingControls }
        }
        return ([TextTable(rows).description] + (reasons.isEmpty ? [] : [""]) + reasons).joined(separator: "\n")
    }

    /// A JSON array with an object for each plugin, with sorted keys.
    var json: String {
        PlainValue.array(map { .dictionary($0.listing) }).indentedJSON
    }
}

extension PluginReport {
    // Without the module, which takes half of a terminal's width.
    fileprivate var fileAndLine: String {
        let place = origin.fileName
        let library = library.map { $0.fileName } ?? place
        return library == place ? place : "\(place) in \(library)"
    }

    /// The plugin's object in the JSON list.
    fileprivate var listing: [String: PlainValue] {
        let lists = ["requires": manifest.requires, "provides": manifest.provides, "after": manifest.after]
        let texts = [
            "id": manifest.id, "name": manifest.name, "version": manifest.version, "summary": manifest.summary,
            "origin": origin, "library": library, "type": typeName, "state": state.name, "reason": state.reason,
            "lastFailure": lastFailure,
        ]
        return lists.mapValues { .array($0.map { .string($0) }) }
            .merging(texts.compactMapValues { $0.map { .string($0) } }) { $1 }
    }
}
