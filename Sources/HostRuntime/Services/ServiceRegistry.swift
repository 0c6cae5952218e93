/// The services of a host and its plugins.
@MainActor public final class ServiceRegistry {
    private struct Entry {
        let name: String
        let owner: Owner
        let service: Any
    }

    private var entries: [String: Entry] = [:]

    /// Called after a service came or went.
    var onChange: (@MainActor (_ name: String, _ isProvided: Bool) -> Void)?

    init() {}

    /// The names and owners of all services, in alphabetical order.
    var all: [(name: String, owner: Owner)] {
        entries.values.map { ($0.name, $0.owner) }.sorted { $0.name < $1.name }
    }

    /// Whether a service is provided.
    func contains(_ name: String) -> Bool { entries[name] != nil }

    /// Returns a reference that follows the provider of a key as it comes and goes.
    public func reference<Service>(_ key: ServiceKey<Service>) -> ServiceReference<Service> {
        ServiceReference(key, in: self)
    }

    /// Returns the current service for a key; nil if there is none of the key's type.
    func service<Service>(_ key: ServiceKey<Service>) -> Service? {
        entries[key.name]?.service as? Service
    }

    /// Provides a service of the program.
    ///
    /// Throws an error when another provider has the name.
    public func provide<Service>(_ service: Service, for key: ServiceKey<Service>) throws {
        try provide(service, for: key, owner: .host)
    }

    func provide<Service>(_ service: Service, for key: ServiceKey<Service>, owner: Owner) throws(ServiceError) {
        if let rule = NameRule.violation(of: key.name) { throw .invalidName(service: key.name, rule: rule) }
        if let first = entries[key.name] {
            throw .duplicateName(service: key.name, first: first.owner, second: owner)
        }
        entries[key.name] = Entry(name: key.name, owner: owner, service: service)
        onChange?(key.name, true)
    }

    func withdraw(_ name: String) {
        guard let entry = entries.removeValue(forKey: name) else { return }
        onChange?(name, false)
        withExtendedLifetime(entry) {}
    }
}

/// An error in providing a service: a name that breaks a rule, or that another provider has.
struct ServiceError: Error, Hashable, CustomStringConvertible {
    let description: String

    static func duplicateName(service: String, first: Owner, second: Owner) -> ServiceError {
        ServiceError(
            description: "Service '\(service)' is provided twice, by \(first) and by \(second). "
                + "A service has one provider; \(first)'s stays. Provide the other one under another name."
        )
    }

    static func invalidName(service: String, rule: String) -> ServiceError {
        let name = NameRule.quoted(service)
        return ServiceError(description: "Service \(name) is not provided: its name \(rule). Choose another name.")
    }
}

/// A reference to a service, which is empty while there is no provider.
///
/// Keep the reference and not the service: at each use it returns the current
/// provider's, so that a stale object is never called.
@MainActor public struct ServiceReference<Service> {
    private let key: ServiceKey<Service>
    private weak var registry: ServiceRegistry?

    init(_ key: ServiceKey<Service>, in registry: ServiceRegistry?) {
        self.key = key
        self.registry = registry
    }

    /// The current service; nil while there is no provider.
    public var value: Service? { registry?.service(key) }
}
