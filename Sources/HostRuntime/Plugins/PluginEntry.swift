/// A plugin that the registry knows, with its instance while it runs.
@MainActor final class PluginEntry {
    var record: PluginRecord
    var manifest: PluginManifest
    /// Whether the plugin's own code has given the manifest.
    var isRead: Bool
    var state: PluginState = .discovered
    var instance: (any HostPlugin)?
    var context: PluginContext?
    var activation: Duration?
    /// The reason for disabling the plugin, until that is done.
    var disabling: String?
    var changedAt: Duration = .zero
    /// The places where the plugin crashed the program in earlier runs, oldest first.
    var strikes: [String]
    /// Whether a new version of the plugin waits for the end of this one.
    var isBeingReplaced = false
    /// Whether the plugin's library is gone, or no longer has the plugin.
    var isGone = false
    /// Whether the plugin would run if it weren't gone.
    var wouldRun = false
    /// The number of times that the plugin was enabled since the registry began to reconcile.
    var restarts = 0

    init(_ admission: PluginAdmission) {
        record = admission.record
        manifest = admission.manifest
        isRead = admission.isRead
        strikes = admission.strikes
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

    /// Whether the plugin stays ended until the registry has reconciled, because it was enabled too often.
    var isHalted: Bool { restarts >= PluginRegistry.restartLimit }

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
