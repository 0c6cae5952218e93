extension AppHost {
    /// The cache of a namespace, which is one folder in the program's folder for what can be fetched again.
    ///
    /// A namespace is what it is for a store, and not of dots alone; with another
    /// one the cache is in memory. Problems are reported to the log.
    public func cache(_ namespace: String) -> ContentCache {
        if let cache = caches[namespace] { return cache }
        let report: @Sendable (StoreProblem) -> Void = { [weak self] problem in
            AppHost.onMainActor { self?.log.add(.warning, "\(problem)", owner: .host) }
        }
        let cache: ContentCache
        let rule =
            KeyValueStore.brokenRule(of: namespace)
            ?? (namespace.allSatisfy { $0 == "." } ? "it is not a folder's own name" : nil)
        if let rule {
            report(StoreProblem(.misnamed, path: namespace.escapingControls, reason: rule))
            cache = ContentCache()
        } else {
            cache =
                setup.caches.map { ContentCache(directory: "\($0)/\(namespace)", onProblem: report) } ?? ContentCache()
        }
        caches[namespace] = cache
        return cache
    }
}
