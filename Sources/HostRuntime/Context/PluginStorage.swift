/// A plugin's storage: its stores, its cache, and the decisions that it records.
///
/// After the plugin's end a store or cache is an empty one in memory; one that
/// was obtained earlier keeps working.
@MainActor public struct PluginStorage {
    private let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }

    /// The plugin's own store.
    ///
    /// It outlives the program where the host has a folder for it.
    public var store: KeyValueStore {
        context.environment(for: "storage.store")?.storage.store(context.manifest.id) ?? KeyValueStore()
    }

    /// Returns another store of the plugin's own, for what `store` needn't read and write with each change.
    ///
    /// Its namespace is the plugin's id and the name, such as `weather.report`, so a
    /// name has the characters of an id.
    public func store(named name: String) -> KeyValueStore {
        context.environment(for: "storage.store(named:)")?.storage.store("\(context.manifest.id).\(name)")
            ?? KeyValueStore()
    }

    /// The plugin's own store of secrets such as passwords; nothing lists or shows them.
    ///
    /// It's a separate file with the permissions 0600, not encrypted. A file that
    /// others may read or write, or that belongs to another user, isn't read,
    /// which is logged: the store is then empty, and changes stay in memory.
    public var secretStore: KeyValueStore {
        context.environment(for: "storage.secretStore")?.storage.secretStore(context.manifest.id) ?? KeyValueStore()
    }

    /// The plugin's own cache of bytes that it can fetch again; it outlives the program as the store does.
    ///
    /// Get it once, and use it where the bytes are: it works on any thread.
    public var cache: ContentCache {
        context.environment(for: "storage.cache")?.storage.cache(context.manifest.id) ?? ContentCache()
    }

    /// Records a decision, so that a person can see why something did or didn't happen.
    public func record(_ decision: Decision) {
        guard let environment = context.environment(for: "storage.record") else { return }
        environment.decisions.record(decision, owner: context.owner, at: environment.clock.now)
    }
}
