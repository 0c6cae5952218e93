/// The typed name of a service that one party provides and others look up.
///
/// The provider and its users share only the type, which may be a protocol or a
/// closure type; neither imports the other.
public struct ServiceKey<Service>: Hashable, Sendable {
    /// The name in manifests and lists, such as `weather`.
    let name: String

    /// Creates a key; keys with the same name and type are equal.
    public init(_ name: String) {
        self.name = name
    }
}
