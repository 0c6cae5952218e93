/// A section of the configuration that a program or a plugin reads.
///
/// Sections and settings that nothing declares are reported when the program
/// starts: they are most likely misspelled.
public struct ConfigurationSection: Hashable, Sendable {
    /// The section's name.
    public let name: String

    /// The names of the section's settings; nil if its reader reports unknown names itself.
    public let settings: Set<String>?

    /// The values of settings that nobody sets, as far as the reader declares them.
    public let defaults: [String: PlainValue]

    /// The names of settings that are secret, so that lists hide their values.
    ///
    /// A setting with a name such as `password` or `api-token` is hidden anyway.
    public let secrets: Set<String>

    /// Creates a section with the names of its settings.
    public init(
        _ name: String,
        settings: Set<String>? = nil,
        defaults: [String: PlainValue] = [:],
        secrets: Set<String> = []
    ) {
        self.name = name
        self.settings = settings
        self.defaults = defaults
        self.secrets = secrets
    }
}
