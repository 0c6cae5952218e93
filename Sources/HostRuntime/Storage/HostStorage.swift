/// The stores and caches of one host, by namespace.
///
/// Without a folder they're in memory. Problems are reported once each, on the
/// thread where they were found.
@MainActor final class HostStorage {
    /// The stores that have been asked for, by namespace.
    private(set) var stores: [String: KeyValueStore] = [:]

    // Kept apart: nothing lists or shows secrets.
    private var secretStores: [String: KeyValueStore] = [:]
    private var caches: [String: ContentCache] = [:]
    /// The folder of the stores; nil if they're in memory.
    let directory: String?
    private let cacheDirectory: String?
    /// The first values of stores in memory.
    private let stored: [String: [String: PlainValue]]
    /// The rules of changes beside the common ones.
    private let rules: [MergeRule]
    private let onProblem: @Sendable (StoreProblem) -> Void

    init(
        directory: String?,
        cacheDirectory: String?,
        stored: [String: [String: PlainValue]] = [:],
        rules: [MergeRule] = [],
        onProblem: @escaping @Sendable (StoreProblem) -> Void
    ) {
        self.directory = directory
        self.stored = stored
        self.rules = rules
        self.cacheDirectory = cacheDirectory
        self.onProblem = onProblem
    }

    /// Returns the store of a namespace, which everyone who asks shares.
    func store(_ namespace: String) -> KeyValueStore {
        if let store = stores[namespace] { return store }
        let store = makeStore(namespace, directory: directory, isSecret: false)
        if let values = stored[namespace], directory == nil { store.update { $0 = values } }
        stores[namespace] = store
        return store
    }

    func secretStore(_ namespace: String) -> KeyValueStore {
        if let store = secretStores[namespace] { return store }
        let store = makeStore(namespace, directory: directory.map { "\($0)/secrets" }, isSecret: true)
        secretStores[namespace] = store
        return store
    }

    private func makeStore(_ namespace: String, directory: String?, isSecret: Bool) -> KeyValueStore {
        guard let directory else { return KeyValueStore() }
        return KeyValueStore(
            namespace: namespace,
            directory: directory,
            isSecret: isSecret,
            rules: rules,
            onProblem: onProblem
        )
    }

    /// Returns the cache of a namespace.
    ///
    /// A namespace that can't be the name of a folder is reported, and its
    /// cache stays in memory.
    func cache(_ namespace: String) -> ContentCache {
        if let cache = caches[namespace] { return cache }
        let cache = makeCache(namespace)
        caches[namespace] = cache
        return cache
    }

    private func makeCache(_ namespace: String) -> ContentCache {
        let isPath = namespace.allSatisfy { $0 == "." }
        if let rule = KeyValueStore.brokenRule(of: namespace) ?? (isPath ? "it is not a folder's own name" : nil) {
            onProblem(StoreProblem(.misnamed, path: namespace.escapingControls, reason: rule))
            return ContentCache()
        }
        guard let cacheDirectory else { return ContentCache() }
        return ContentCache(directory: "\(cacheDirectory)/\(namespace)", onProblem: onProblem)
    }

    /// The stores that have been asked for, in the order of their paths.
    var all: [KeyValueStore] {
        (Array(stores.values) + Array(secretStores.values)).sorted { $0.path < $1.path }
    }
}
