/// The services of the host and of all plugins, as a plugin sees them.
@MainActor public struct PluginServices {
    private let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }

    /// Provides a service until the plugin ends.
    ///
    /// Declare it in the manifest's `provides`, or plugins can't require it.
    /// Throws `ServiceError`, and `PluginContextError` after the plugin's end.
    public func provide<Service>(_ service: Service, for key: ServiceKey<Service>) throws {
        let environment = try context.requireEnvironment(for: "services.provide(\(key.name))")
        let registry = environment.services
        try registry.provide(service, for: key, owner: context.owner)
        context.resources.own(HeldResource(.service, key.name), release: { registry.withdraw(key.name) })
        guard !context.manifest.provides.contains(key.name) else { return }
        let text =
            "provides the service '\(key.name)', which its manifest doesn't declare; "
            + "add it to `provides`, so that other plugins can require it"
        environment.log.add(.warning, text, owner: context.owner)
    }

    /// Returns a reference that follows the provider of a service as it comes and goes.
    public func reference<Service>(to key: ServiceKey<Service>) -> ServiceReference<Service> {
        ServiceReference(
            key,
            in: context.environment(for: "services.reference(\(key.name))")?.services,
            owner: context.owner
        )
    }
}
