extension AppHost {
    /// The store of a namespace, which is one file in the program's folder.
    ///
    /// Problems are reported to the log, and the store goes on with what it has.
    public func store(_ namespace: String) -> KeyValueStore {
        if let store = stores[namespace] { return store }
        let store = makeStore(namespace, directory: setup.stateDirectory, isSecret: false)
        stores[namespace] = store
        return store
    }

    /// The store of a namespace's secrets: a file of its own, which `show store` and its like know nothing of.
    func secretStore(_ namespace: String) -> KeyValueStore {
        if let store = secretStores[namespace] { return store }
        let store = makeStore(namespace, directory: setup.stateDirectory.map { "\($0)/secrets" }, isSecret: true)
        secretStores[namespace] = store
        return store
    }

    /// Writes what other processes' locks have kept in memory, and reports what has to be given up.
    func flushStores() {
        for store in Array(stores.values) + Array(secretStores.values) where !store.flush(patience: AppHost.lastPatience) {
            log.add(.error, "changes of the store '\(store.path)' are lost: it is still locked", owner: .host)
        }
    }

    /// How long the end of the program waits for another process that has a store's lock.
    private nonisolated static let lastPatience = LockWait.Patience(limit: .milliseconds(100), isRenewed: false)

    private func makeStore(_ namespace: String, directory: String?, isSecret: Bool) -> KeyValueStore {
        guard let directory else { return KeyValueStore() }
        return KeyValueStore(namespace: namespace, directory: directory, isSecret: isSecret) { [weak self] problem in
            AppHost.onMainActor { self?.log.add(.warning, "\(problem)", owner: .host) }
        }
    }
}
