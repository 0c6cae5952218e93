/// A section of the configuration that a program or a plugin reads.
///
/// Sections and settings that nothing declares are reported when the program
/// starts: they are most likely misspelled.
public struct ConfigurationSection: Hashable, Sendable {
    /// The section's name.
    public let name: String

    /// The names of the section's settings; nil if its reader reports unknown names itself.
    public let settings: Set<String>?

    /// Creates a section with the names of its settings.
    public init(_ name: String, settings: Set<String>? = nil) {
        self.name = name
        self.settings = settings
    }
}
