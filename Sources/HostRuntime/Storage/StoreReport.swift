/// A store of a host, for tools that browse what a program remembers.
public struct StoreReport: Hashable, Sendable {
    /// The namespace.
    public let namespace: String

    /// The path of the file; empty for a store in memory.
    public let path: String

    /// Whether this run of the program has asked for the store.
    public let isInUse: Bool

    /// The number of values.
    public let count: Int
}

/// A value in a store of a host.
public struct StoredValue: Hashable, Sendable {
    /// The key.
    public let key: String

    /// The value, with `•••` in place of what is secret by its name.
    public let value: PlainValue

    /// Whether the value, or a part of it, is secret by its name, so that it's neither shown nor changed.
    public let isSecret: Bool

    init(key: String, value: PlainValue) {
        self.key = key
        self.value = value.hidingSecrets(under: key)
        isSecret = self.value != value
    }
}
