/// Who a plugin is and what it needs: plain values, read before any of its code runs.
public struct PluginManifest: Hashable, Sendable {
    /// The name it is known by, unique in a process: `confetti`.
    public let id: String

    /// What a person reads.
    public let name: String

    /// The plugin's own version.
    public let version: String

    /// One sentence on what it does; empty for none.
    public let summary: String

    /// The services it cannot do without; while one is missing the plugin is blocked.
    public let requires: [String]

    /// The services it provides, so that those who require them come after it.
    public let provides: [String]

    /// Plugins that are activated before it where they are there; it can do without them.
    public let after: [String]

    /// The sections of the configuration that the plugin reads.
    ///
    /// The section named after the plugin's id is always among them. Declare it
    /// to have the names of its settings checked.
    public let configuration: [ConfigurationSection]

    /// Creates a manifest.
    public init(
        id: String,
        name: String,
        version: String,
        summary: String = "",
        requires: [String] = [],
        provides: [String] = [],
        after: [String] = [],
        configuration: [ConfigurationSection] = []
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.summary = summary
        self.requires = requires
        self.provides = provides
        self.after = after
        self.configuration = configuration
    }
}
