/// The services of a host and its plugins.
@MainActor public final class ServiceRegistry {
    private struct Entry {
        let name: String
        let owner: Owner
        let type: Any.Type
        let service: Any
    }

    private var entries: [String: Entry] = [:]
    private var mismatches: Set<ServiceMismatch> = []

    /// Called after a service came or went.
    var onChange: (@MainActor (_ name: String, _ owner: Owner, _ isProvided: Bool) -> Void)?

    /// Called when a service is looked up with a type that it doesn't have, once for each owner and type.
    var onMismatch: (@MainActor (ServiceMismatch) -> Void)?

    init() {}

    /// The names and owners of all services, in alphabetical order.
    var all: [(name: String, owner: Owner)] {
        entries.values.map { ($0.name, $0.owner) }.sorted { $0.name < $1.name }
    }

    /// Reports about all services, in alphabetical order.
    var reports: [ServiceReport] {
        entries.values.map { ServiceReport(name: $0.name, owner: $0.owner, typeName: String(reflecting: $0.type)) }
            .sorted { $0.name < $1.name }
    }

    /// Whether a service is provided.
    func contains(_ name: String) -> Bool { entries[name] != nil }

    /// The provider of a service; nil while there is none.
    func owner(of name: String) -> Owner? { entries[name]?.owner }

    /// Returns a reference that follows the provider of a key as it comes and goes.
    public func reference<Service>(to key: ServiceKey<Service>) -> ServiceReference<Service> {
        ServiceReference(key, in: self, owner: .host)
    }

    /// Returns the current service for a key, for an owner; nil if there is none of the key's type.
    func service<Service>(_ key: ServiceKey<Service>, for owner: Owner) -> Service? {
        guard let entry = entries[key.name] else { return nil }
        if let service = entry.service as? Service { return service }
        let mismatch = ServiceMismatch(
            service: entry.name,
            provider: entry.owner,
            providedType: String(reflecting: entry.type),
            owner: owner,
            type: String(reflecting: Service.self)
        )
        if mismatches.insert(mismatch).inserted { onMismatch?(mismatch) }
        return nil
    }

    /// Provides a service of the program.
    ///
    /// Throws when another provider has the name, or when the name breaks a rule.
    public func provide<Service>(_ service: Service, for key: ServiceKey<Service>) throws(ServiceError) {
        try provide(service, for: key, owner: .host)
    }

    func provide<Service>(_ service: Service, for key: ServiceKey<Service>, owner: Owner) throws(ServiceError) {
        if let rule = NameRule.violation(of: key.name) { throw .invalidName(service: key.name, rule: rule) }
        if let first = entries[key.name] {
            throw .duplicateName(service: key.name, first: first.owner, second: owner)
        }
        entries[key.name] = Entry(name: key.name, owner: owner, type: Service.self, service: service)
        onChange?(key.name, owner, true)
    }

    func withdraw(_ name: String) {
        guard let entry = entries.removeValue(forKey: name) else { return }
        mismatches = mismatches.filter { $0.service != name }
        onChange?(name, entry.owner, false)
        withExtendedLifetime(entry) {}
    }
}

/// The typed name of a service that one party provides and others look up.
///
/// The provider and its users share only the type, which may be a protocol or a
/// closure type; neither imports the other.
public struct ServiceKey<Service>: Hashable, Sendable {
    /// The name in manifests and lists, such as `weather`.
    public let name: String

    /// Creates a key; keys with the same name and type are equal.
    public init(_ name: String) {
        self.name = name
    }
}

/// A reference to a service, which is empty while there is no provider.
///
/// Keep the reference and not the service: at each use it returns the current
/// provider's, so that a stale object is never called.
@MainActor public struct ServiceReference<Service> {
    private let key: ServiceKey<Service>
    private weak var registry: ServiceRegistry?
    private let owner: Owner

    init(_ key: ServiceKey<Service>, in registry: ServiceRegistry?, owner: Owner) {
        self.key = key
        self.registry = registry
        self.owner = owner
    }

    /// The current service; nil while there is no provider.
    ///
    /// A service of another type is nil too, with an error in the log.
    public var value: Service? { registry?.service(key, for: owner) }
}

/// A service with its provider, for tools that list services.
public struct ServiceReport: Hashable, Sendable {
    /// The name.
    public let name: String

    /// The party that provides it.
    public let owner: Owner

    /// The name of the type that it's provided as, with its module.
    public let typeName: String
}

/// An error in providing a service.
public enum ServiceError: Error, Hashable, Sendable {
    /// Two parties provide a service under the same name; the first one stays.
    case duplicateName(service: String, first: Owner, second: Owner)
    /// The service's name breaks a rule, so that no manifest could declare it.
    case invalidName(service: String, rule: String)
}

extension ServiceError: CustomStringConvertible {
    /// The error on one line, with the way out.
    public var description: String {
        switch self {
        case .duplicateName(let service, let first, let second):
            "Service '\(service)' is provided twice, by \(first) and by \(second). "
                + "A service has one provider; \(first)'s stays. Provide the other one under another name."
        case .invalidName(let service, let rule):
            "Service \(NameRule.quoted(service)) is not provided: its name \(rule). Choose another name."
        }
    }
}

/// A look-up of a service with a type that the service doesn't have.
struct ServiceMismatch: Hashable, CustomStringConvertible {
    let service: String
    let provider: Owner
    let providedType: String

    /// The party that looked up the service.
    let owner: Owner
    let type: String

    /// The end of a sentence about the owner, with the way out.
    var description: String {
        "looks up the service '\(service)' as '\(type)', but \(provider) provides it as '\(providedType)'; "
            + (type == providedType
                ? "the types have one name, and each library has its own: add their module to the dependencies of the "
                    + "program's target, and build both again"
                : "use a ServiceKey of the provider's type")
    }
}
