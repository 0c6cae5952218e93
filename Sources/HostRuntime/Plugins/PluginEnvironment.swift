/// The parts of a host that the plugins' contexts work on.
@MainActor struct PluginEnvironment {
    let application: (name: String, version: String)
    let configuration: HostConfiguration
    /// The sections of the configuration that the program reads or sets.
    let programSections: [ConfigurationSection]
    let bus: NotificationBus
    let clock: HostClock
    let work: WorkTracker
    let log: HostLog
    let windows: WindowScene
    let screen: HostScreen
    let commands: CommandRegistry
    let services: ServiceRegistry
    let storage: HostStorage
    let decisions: DecisionLog
    let lifecycleState: @MainActor () -> LifecycleState
}
