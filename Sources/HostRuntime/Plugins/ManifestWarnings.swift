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

extension PluginManifest {
    /// An id in `after` that no plugin has.
    struct UnknownPredecessor: Hashable {
        let id: String

        /// A similar id, or the rule that the id breaks; nil for a plugin that may just be absent.
        let hint: String?

        /// The end of a sentence about the plugin; nil if nothing suggests a mistake.
        var warning: String? {
            hint.map { "starts after \(NameRule.quoted(id)), but there is no plugin of that id; \($0)" }
        }
    }

    /// Returns the ids in `after` that no plugin has, given the ids of all plugins, and hints among them.
    func unknownPredecessors(among ids: Set<String>, _ spelling: inout SpellingHints) -> [UnknownPredecessor] {
        after.filter { !ids.contains($0) }.map { predecessor in
            if let rule = NameRule.violation(of: predecessor) {
                return UnknownPredecessor(id: predecessor, hint: "an id \(rule)")
            }
            let nearest = spelling.nearest(to: predecessor, otherThan: id)
            return UnknownPredecessor(id: predecessor, hint: nearest.map { "did you mean '\($0)'?" })
        }
    }
}
