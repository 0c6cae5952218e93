/// A feature that attaches itself to a host without the host's knowing.
///
/// A plugin is one type in one target. It is recorded by a load hook before
/// `main` and made by the host, which calls `activate` once and `deactivate`
/// at most once. A plugin that is enabled again is a new instance.
@MainActor public protocol HostPlugin: AnyObject, SendableMetatype {
    /// Who the plugin is and what it needs, read without making an instance.
    nonisolated static var manifest: PluginManifest { get }

    /// Creates the plugin; nothing may be acquired before `activate`.
    init()

    /// Starts the feature: observes messages, shows windows, offers commands.
    ///
    /// Runs before `DidFinishLaunching` is posted, so no plugin misses it. What
    /// is acquired through the context ends with it, also when this throws
    /// half-way. An error thrown here is reported and stops this plugin alone.
    func activate(_ context: PluginContext) throws

    /// Ends the feature, before the context releases what was acquired through it.
    ///
    /// Only what the context does not own needs to be ended here.
    func deactivate()
}

extension HostPlugin {
    /// Ends nothing: by default the context owns it all.
    public func deactivate() {}
}
