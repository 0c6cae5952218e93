extension PluginInspection {
    /// The commands of all parties with their owners, in the order in which they were offered.
    public var commands: [CommandReport] {
        context.environment(for: "inspection.commands")?.commands.reports ?? []
    }

    /// The services of all parties with their providers, in alphabetical order.
    public var services: [ServiceReport] {
        context.environment(for: "inspection.services")?.services.reports ?? []
    }
}
