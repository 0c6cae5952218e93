/// What a host is made of; tests and scripted runs put in their own time and display.
@MainActor package struct HostSetup {
    var name: String
    var version: String
    var display: any Display
    var time: any TimeSource
    var plugins: [PluginRecord]
    var configuration: HostConfiguration
    var restrictions = PluginRestrictions()
    /// The folder for what is remembered; with nil it is remembered in memory.
    package var stateDirectory: String?
    /// The folder for what can be fetched again; with nil it is in the other folder, where there is one.
    var cacheDirectory: String?
    /// Where caches are; with nil they are in memory.
    var caches: String? { cacheDirectory ?? stateDirectory.map { "\($0)/cache" } }
    /// The shortest time between two frames: nothing where time is moved by hand.
    var frameInterval: Duration = .zero

    package init(
        name: String,
        version: String,
        display: any Display,
        time: any TimeSource,
        plugins: [PluginRecord],
        configuration: HostConfiguration = HostConfiguration()
    ) {
        self.name = name
        self.version = version
        self.display = display
        self.time = time
        self.plugins = plugins
        self.configuration = configuration
    }
}
