/// A user's hold on a service, which empties when the provider goes.
///
/// Keep the reference and not the service: it gives the current provider at
/// each use, so no stale object is ever called.
@MainActor public struct ServiceReference<Service> {
    private let key: ServiceKey<Service>
    private weak var registry: ServiceRegistry?

    init(_ key: ServiceKey<Service>, in registry: ServiceRegistry?) {
        self.key = key
        self.registry = registry
    }

    /// The service as provided now; nil when nobody provides it.
    public var value: Service? { registry?.service(key) }
}
