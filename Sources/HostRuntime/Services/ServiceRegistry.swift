/// The services of a host: who provides which.
@MainActor public final class ServiceRegistry {
    private struct Entry {
        let name: String
        let owner: Owner
        let service: Any
    }

    private var entries: [Entry] = []

    /// Called after a service came or went.
    var onChange: (@MainActor (_ name: String, _ isProvided: Bool) -> Void)?

    init() {}

    /// The names of all services with who provides them, in alphabetical order.
    public var all: [(name: String, owner: Owner)] {
        entries.map { ($0.name, $0.owner) }.sorted { $0.name < $1.name }
    }

    /// Returns a reference that follows the provider of a key as it comes and goes.
    public func reference<Service>(_ key: ServiceKey<Service>) -> ServiceReference<Service> {
        ServiceReference(key, in: self)
    }

    /// The service as provided now; nil when nobody provides one of the key's type.
    func service<Service>(_ key: ServiceKey<Service>) -> Service? {
        entries.first { $0.name == key.name }?.service as? Service
    }

    /// Provides a service of the program.
    ///
    /// Throws `ServiceError` when another provider has the name.
    public func provide<Service>(_ service: Service, for key: ServiceKey<Service>) throws(ServiceError) {
        try provide(service, for: key, owner: .host)
    }

    func provide<Service>(_ service: Service, for key: ServiceKey<Service>, owner: Owner) throws(ServiceError) {
        if let first = entries.first(where: { $0.name == key.name }) {
            throw .duplicateName(service: key.name, first: first.owner, second: owner)
        }
        entries.append(Entry(name: key.name, owner: owner, service: service))
        onChange?(key.name, true)
    }

    func withdraw(_ name: String) {
        guard let index = entries.firstIndex(where: { $0.name == name }) else { return }
        let entry = entries.remove(at: index)
        onChange?(name, false)
        withExtendedLifetime(entry) {}
    }
}

/// Why a service could not be provided.
public enum ServiceError: Error, Hashable, Sendable {
    /// Two parties provide one name; the first one stays.
    case duplicateName(service: String, first: Owner, second: Owner)
}

extension ServiceError: CustomStringConvertible {
    /// The text for a person to read.
    public var description: String {
        switch self {
        case .duplicateName(let service, let first, let second):
            "Service '\(service)' is provided twice, by \(first) and by \(second). "
                + "A service has one provider; \(first)'s stays. Provide the other one under another name."
        }
    }
}
