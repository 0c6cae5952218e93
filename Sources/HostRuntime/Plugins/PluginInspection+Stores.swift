internal import FoundationEssentials

extension PluginInspection {
    /// The stores of the program and all plugins, by namespace, also those of earlier runs; secret stores are left out.
    ///
    /// This reads every store.
    public var stores: [StoreReport] {
        context.environment(for: "inspection.stores")?.storage.reports ?? []
    }

    /// Returns the values of a store in the order of their keys, with `•••` in place of secrets.
    public func values(inStore namespace: String) -> [StoredValue] {
        context.environment(for: "inspection.values(inStore:)")?.storage.values(of: namespace) ?? []
    }

    /// Puts a value under a key of a store, and returns the value before; nil removes the value.
    ///
    /// The change is logged without the value. The store's owner isn't asked, and
    /// may have kept the old value. Throws `StoreEditError` for a store that
    /// doesn't exist and for a secret, and an error if the plugin has ended.
    @discardableResult
    public func setValue(
        _ value: PlainValue?,
        for key: String,
        inStore namespace: String
    ) throws -> PlainValue? {
        let storage = try context.requireEnvironment(for: "inspection.setValue(inStore: \(namespace))").storage
        let old = try storage.set(value, for: key, in: namespace)
        context.log.info("\(value == nil ? "removed" : "changed") '\(key)' in the store '\(namespace)'")
        return old
    }

    /// Returns the values of a store as JSON, with sorted keys and without secrets.
    ///
    /// Reading it back gives the same values. Throws `StoreEditError` for a store
    /// that doesn't exist.
    public func exportStore(_ namespace: String) throws -> String {
        let storage = try context.requireEnvironment(for: "inspection.exportStore(\(namespace))").storage
        return try storage.exported(namespace)
    }
}
