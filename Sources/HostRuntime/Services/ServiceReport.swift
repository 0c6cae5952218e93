/// A service with its provider, for tools that list services.
public struct ServiceReport: Hashable, Sendable {
    /// The name.
    public let name: String

    /// The party that provides it.
    public let owner: Owner

    /// The name of the type that it's provided as, with its module.
    public let typeName: String
}
