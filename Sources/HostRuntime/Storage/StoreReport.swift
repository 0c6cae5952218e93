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

/// A reason why a tool may not change a value in a store.
public enum StoreEditError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The host has no such store; a similar namespace is suggested if there is one.
    case unknownStore(String, nearest: String?)
    /// The value is secret by its name.
    case secret(key: String)

    /// The error as a sentence, with the way out where there is one.
    public var description: String {
        switch self {
        case .unknownStore(let name, let nearest):
            "There is no store '\(name.escapingControls)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ".")
        case .secret(let key):
            "The value under '\(key.escapingControls)' is secret by its name, so it's neither shown nor changed here."
        }
    }
}
