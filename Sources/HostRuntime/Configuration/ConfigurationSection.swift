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

/// A setting of the configuration with its source and its readers, for tools that show what is in force.
public struct ConfigurationReport: Hashable, Sendable {
    /// The name of the section.
    public let section: String

    /// The name of the setting.
    public let name: String

    /// The value in force, with `•••` in place of a secret; nil for a default that its reader doesn't declare.
    public let value: PlainValue?

    /// The source of the value.
    public let source: ConfigurationSource

    /// The parties that read the setting, as far as they declare it; empty for a setting that nothing reads.
    public let readers: [Owner]
}

extension HostConfiguration {
    /// Reports about the settings that are set or declared, by section and name.
    func reports(_ declared: [(owner: Owner, section: ConfigurationSection)]) -> [ConfigurationReport] {
        let sections = Set(sectionNames).union(declared.map(\.section.name))
        return sections.sorted().flatMap { section -> [ConfigurationReport] in
            let readers = declared.filter { $0.section.name == section }
            let secrets = readers.reduce(into: Set<String>()) { $0.formUnion($1.section.secrets) }
            let names = readers.reduce(into: Set(self[section].keys)) {
                $0.formUnion($1.section.settings ?? [])
                $0.formUnion($1.section.defaults.keys)
            }
            return names.sorted().map { name in
                let value = self[section][name] ?? readers.lazy.compactMap { $0.section.defaults[name] }.first
                return ConfigurationReport(
                    section: section,
                    name: name,
                    value: value.map { secrets.contains(name) ? .hidden : $0.hidingSecrets(under: name) },
                    source: source(of: name, in: section),
                    readers: readers.filter { $0.section.settings?.contains(name) ?? true }.map(\.owner)
                )
            }
        }
    }
}
