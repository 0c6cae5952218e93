/// The typed name of a capability that one party provides and others look up.
///
/// Provider and user need to share only the type, which may be a protocol or a
/// closure type; neither imports the other.
public struct ServiceKey<Service>: Hashable, Sendable {
    /// The name that manifests require and lists show: `weather`.
    public let name: String

    /// Creates a key; two keys of one name and one type are the same key.
    public init(_ name: String) {
        self.name = name
    }
}
