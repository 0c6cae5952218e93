/// A feature that attaches itself to a host, which doesn't know it.
///
/// A plugin is one type in one target. A load hook records it before `main`; the
/// host creates it and calls `activate` once and `deactivate` at most once. A
/// plugin that is enabled again is a new instance.
@MainActor public protocol HostPlugin: AnyObject, SendableMetatype {
    /// The plugin's identity and requirements, read without creating an instance.
    nonisolated static var manifest: PluginManifest { get }

    /// Creates the plugin. Acquire nothing before `activate`.
    init()

    /// Starts the feature: observes messages, shows windows, offers commands.
    ///
    /// For plugins that are there at the launch, this runs before `DidFinishLaunching`
    /// is posted. One that comes later gets that message when it observes it.
    /// Everything that is acquired through the context ends with it, even when
    /// this throws halfway through. An error is reported and stops only this plugin.
    func activate(_ context: PluginContext) throws

    /// Ends the feature, before the context releases what was acquired through it.
    ///
    /// Only resources that the context doesn't own need to be released here.
    func deactivate()
}

extension HostPlugin {
    /// Does nothing: the context releases what it owns.
    public func deactivate() {}
}

/// A function that the system's loader calls before `main`, to record a plugin.
///
/// A plugin has a constant of this type in the binary's initializer section, where
/// the loader finds it (SE-0492: `@section` and `@used`):
///
/// ```swift
/// @section(".init_array") @used let load: LoadHook = { Confetti.load() }
/// ```
///
/// It stands at file scope: inside the plugin's class, `Confetti.load()` would be
/// the constant itself, which would call itself forever. Two plugins in one module
/// give their constants two names.
public typealias LoadHook = @convention(c) () -> Void
