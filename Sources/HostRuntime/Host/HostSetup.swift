/// The parts that a host is created from; tests and scripted runs supply a time and display of their own.
@MainActor package struct HostSetup {
    var name: String
    var version: String
    var display: Display
    var time: any TimeSource
    var plugins: [PluginRecord]
    var configuration: HostConfiguration
    var restrictions = PluginRestrictions()
    /// The sections of the configuration that the program reads or sets.
    package var sections: [ConfigurationSection] = []
    /// The plugins whose libraries weren't opened, for lists.
    var unopened: [PluginReport] = []
    /// The folder for stores; nil keeps them in memory.
    package var stateDirectory: String?
    /// The first values of stores in memory, by namespace.
    var stored: [String: [String: PlainValue]] = [:]
    /// The folder for caches; nil puts them into the state folder if there is one.
    var cacheDirectory: String?
    /// The folder that caches end up in; nil keeps them in memory.
    var caches: String? { cacheDirectory ?? stateDirectory.map { "\($0)/cache" } }
    /// The shortest time between two frames; zero where time is moved by hand.
    var frameInterval: Duration = .zero
    /// The seed of the random numbers, always the same where time is moved by hand; nil for the system's numbers.
    var seed: UInt64?

    package init(
        name: String,
        version: String,
        display: Display,
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
        seed = time is ManualTime ? 0 : nil
    }
}
