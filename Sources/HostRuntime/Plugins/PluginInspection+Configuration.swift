extension PluginInspection {
    /// The settings that are set or declared, by section and name, with their sources and readers.
    ///
    /// A plugin whose manifest wasn't read declares nothing.
    public var configuration: [ConfigurationReport] {
        guard let environment = context.environment(for: "inspection.configuration") else { return [] }
        let plugins = context.registry?.report ?? []
        return environment.configuration.reports(
            environment.programSections.map { (.host, $0) }
                + plugins.flatMap { plugin in plugin.manifest.sections.map { (.plugin(plugin.manifest.id), $0) } }
        )
    }
}
