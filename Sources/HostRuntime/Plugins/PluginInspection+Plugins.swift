extension PluginInspection {
    /// The plugins and their states, by id, including those that don't run.
    public var plugins: [PluginReport] {
        context.environment(for: "inspection.plugins") == nil ? [] : context.registry?.report ?? []
    }

    /// Returns what a plugin holds, in the order in which it was acquired; empty while the plugin isn't active.
    public func resources(of plugin: String) -> [HeldResource] {
        guard context.environment(for: "inspection.resources(of:)") != nil else { return [] }
        return context.registry?.resources(of: plugin) ?? []
    }

    /// Enables a plugin that was disabled or quarantined, or that failed, and remembers that for later runs.
    ///
    /// The plugin is active when this returns, unless its state says why not.
    /// Inside a plugin's `activate` or `deactivate`, it's activated after that.
    /// Throws an error if no plugin has the id, or if the calling plugin has ended.
    public func enable(_ plugin: String) throws {
        _ = try context.requireEnvironment(for: "inspection.enable(\(plugin))")
        let before = context.registry?.state(of: plugin)
        try context.registry?.enable(plugin)
        guard context.registry?.state(of: plugin) != before else { return }
        context.log.info("enabled the plugin '\(plugin)'")
    }

    /// Disables a plugin, and those that require its services, and remembers that for later runs.
    ///
    /// A plugin may disable itself: its context has ended when this returns.
    /// Inside a plugin's `activate` or `deactivate`, it ends after that.
    /// Throws an error if no plugin has the id, or if the calling plugin has ended.
    public func disable(_ plugin: String) throws {
        let environment = try context.requireEnvironment(for: "inspection.disable(\(plugin))")
        try context.registry?.disable(plugin)
        environment.log.add(.info, "disabled the plugin '\(plugin)'", owner: context.owner)
    }
}
