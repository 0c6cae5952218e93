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
