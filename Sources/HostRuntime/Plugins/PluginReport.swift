internal import FoundationEssentials

/// What is known of one plugin at one moment.
public struct PluginReport: Hashable, Sendable {
    /// Who it is and what it needs.
    public let manifest: PluginManifest

    /// The file and the line of its load hook.
    public let origin: String

    /// Where it stands, with the reason.
    public let state: PluginState

    /// When it came into this state, as time since the host started.
    public let changedAt: Duration

    /// How long its activation took; nil when it was never activated.
    public let activation: Duration?

    /// How many observers, windows, timers and the like it holds.
    public let resourceCount: Int
}

// MARK: - Lists

extension [PluginReport] {
    /// The list as a table with a line for each plugin.
    public var table: String {
        guard !isEmpty else { return "No plugins are attached." }
        let rows =
            [["ID", "VERSION", "STATE", "ORIGIN", "NAME"]]
            + map { [$0.manifest.id, $0.manifest.version, $0.state.name, $0.origin, $0.manifest.name] }
        // Reasons are sentences: in a column they would push the others away.
        let reasons = compactMap { report in report.state.reason.map { "\(report.manifest.id): \($0)".escapingControls }
        }
        return ([TextTable(rows).description] + (reasons.isEmpty ? [] : [""]) + reasons).joined(separator: "\n")
    }

    /// The list as JSON: an array of objects with sorted keys.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(map(PluginReport.Listing.init)) else { return "[]" }
        return String(decoding: data, as: UTF8.self)
    }
}

extension PluginReport {
    fileprivate struct Listing: Encodable {
        let id: String
        let name: String
        let version: String
        let summary: String
        let requires: [String]
        let provides: [String]
        let after: [String]
        let origin: String
        let state: String
        let reason: String?

        init(_ report: PluginReport) {
            id = report.manifest.id
            name = report.manifest.name
            version = report.manifest.version
            summary = report.manifest.summary
            requires = report.manifest.requires
            provides = report.manifest.provides
            after = report.manifest.after
            origin = report.origin
            state = report.state.name
            reason = report.state.reason
        }
    }
}
