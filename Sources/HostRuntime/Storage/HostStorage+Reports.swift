extension HostStorage {
    /// Reports about the stores in use and those in the folder, by namespace; not about secret stores.
    var reports: [StoreReport] {
        namespaces.map { namespace in
            StoreReport(
                namespace: namespace,
                path: stores[namespace]?.path ?? file(namespace)?.path ?? "",
                isInUse: stores[namespace] != nil,
                count: allValues(of: namespace).count
            )
        }
    }

    /// The namespaces of the stores in use and in the folder, in alphabetical order.
    private var namespaces: [String] {
        Set(directory.map(StoreFile.namespaces) ?? []).union(stores.keys).sorted()
    }

    /// The file of a namespace, if there is one.
    private func file(_ namespace: String) -> StoreFile? {
        guard let directory, KeyValueStore.brokenRule(of: namespace) == nil else { return nil }
        let file = StoreFile(namespace: namespace, directory: directory)
        return file.isThere ? file : nil
    }

    /// Returns the values of a store in use, or of a file, which is only read: looking never changes the disk.
    private func allValues(of namespace: String) -> [String: PlainValue] {
        stores[namespace]?.all ?? file(namespace)?.values ?? [:]
    }

    /// Throws if there is neither a store in use nor a file.
    private func check(_ namespace: String) throws(StoreEditError) {
        guard stores[namespace] == nil, file(namespace) == nil else { return }
        throw .unknownStore(namespace, nearest: nearestName(to: namespace, in: namespaces))
    }

    /// Returns the values of a store in the order of their keys; empty if there is no such store.
    func values(of namespace: String) -> [StoredValue] {
        allValues(of: namespace).sorted { $0.key < $1.key }.map(StoredValue.init)
    }

    /// Puts a value under a key, or removes it with nil; returns the value before.
    func set(_ value: PlainValue?, for key: String, in namespace: String) throws(StoreEditError) -> PlainValue? {
        try check(namespace)
        // The host's own object, so that the changes are written when the program ends.
        let old = try store(namespace).update { values -> Result<PlainValue?, StoreEditError> in
            let old = values[key]
            if SecretName.isSecret(key) || old.map({ $0.hidingSecrets() != $0 }) ?? false {
                return .failure(.secret(key: key))
            }
            values[key] = value
            return .success(old)
        }.get()
        return old
    }

    /// Returns the values of a store as JSON, without those that are secret.
    func exported(_ namespace: String) throws(StoreEditError) -> String {
        try check(namespace)
        let values = values(of: namespace).filter { !$0.isSecret }.map { ($0.key, $0.value) }
        var writer = JSONWriter(indented: true)
        writer.write(members: Dictionary(uniqueKeysWithValues: values))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
