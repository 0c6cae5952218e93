/// Warns of mistakes in manifests that keep no plugin from running.
@MainActor struct ManifestWarnings {
    let log: HostLog
    let services: ServiceRegistry

    /// Warns of ids in `after` that are probably misspelled, given the ids of all plugins.
    func warnAboutPredecessors(of manifests: [PluginManifest], among ids: () -> [String]) {
        let manifests = manifests.filter { !$0.after.isEmpty }
        guard !manifests.isEmpty else { return }
        let ids = Set(ids())
        var spelling = SpellingHints(among: { ids })
        for manifest in manifests {
            for warning in manifest.unknownPredecessors(among: ids, &spelling).compactMap(\.warning) {
                log.add(.warning, warning, owner: .plugin(manifest.id))
            }
        }
    }

    /// Warns of services that a plugin declares and hasn't provided while it was activated.
    func warnAboutServices(of manifest: PluginManifest) {
        let owner = Owner.plugin(manifest.id)
        for service in manifest.provides where services.owner(of: service) != owner {
            let text =
                "declares the service '\(service)', but activate didn't provide it; "
                + "provide it there, or remove it from `provides` in the manifest"
            log.add(.warning, text, owner: owner)
        }
    }
}
