/// A section of the configuration that a program or a plugin reads.
///
/// Sections and settings that nothing declares are reported when the program
/// starts: they are most likely misspelled.
public struct ConfigurationSection: Hashable, Sendable {
    /// The section's name.
    public let name: String

    /// The section's settings; nil if every name is allowed.
    public let settings: [SettingDeclaration]?

    /// Creates a section with its settings; without them, no name and no value in it is checked.
    public init(_ name: String, settings: [any DeclaredSetting]? = nil) {
        self.name = name
        self.settings = settings.map { $0.map(\.declaration) }
    }

    /// A sentence for each setting whose default breaks its own rule, for its author.
    ///
    /// It's no precondition: the declaration of one plugin must not end the program of people who can't mend it.
    var problems: [String] {
        (settings ?? []).compactMap { setting in
            guard let value = setting.defaultValue else { return nil }
            if case .exact = setting.read(value) { return nil }
            let shown = setting.isSecret ? .hidden : value
            return "the default of the setting '\(name).\(setting.name)' breaks its own rule: it has to be "
                + "\(setting.rule), not \(shown.inWords); correct the declaration"
        }
    }

    /// Creates a section with the names of its settings, which take any value.
    init(_ name: String, names: [String]) {
        self.name = name
        settings = names.map { SettingDeclaration(name: $0) }
    }
}

/// A setting of the configuration with its source and its readers, for tools that show what is in force.
public struct ConfigurationReport: Hashable, Sendable {
    /// The name of the section.
    public let section: String

    /// The name of the setting.
    public let name: String

    /// The value that is set, with `•••` in place of a secret, or the default; nil if its reader doesn't declare one.
    public let value: PlainValue?

    /// The source of the value.
    public let source: ConfigurationSource

    /// The parties that read the setting, as far as they declare it; empty for a setting that nothing reads.
    public let readers: [Owner]

    /// The rule for its values, such as "a whole number from 1 to 60"; empty if none is declared.
    public let rule: String

    /// The meaning of the setting in a few words; empty if it isn't declared.
    public let help: String
}

extension HostConfiguration {
    /// Reports about the settings that are set or declared, by section and name.
    func reports(_ declared: [(owner: Owner, section: ConfigurationSection)]) -> [ConfigurationReport] {
        let sections = Set(sectionNames).union(declared.map(\.section.name))
        return sections.sorted().flatMap { section -> [ConfigurationReport] in
            let readers = declared.filter { $0.section.name == section }
            let settings = readers.flatMap { $0.section.settings ?? [] }
            let values = self.settings(section: section)
            let names = Set(values.names(among: settings.map(\.name))).union(settings.map(\.name))
            return names.sorted().map { name in
                let declarations = settings.filter { $0.name == name }
                let isSecret = declarations.contains(where: \.isSecret)
                let value = values[name: name].map { isSecret ? .hidden : $0.hidingSecrets(under: name) }
                return ConfigurationReport(
                    section: section,
                    name: name,
                    value: value ?? declarations.lazy.compactMap(\.defaultValue).first,
                    source: source(of: name, in: section),
                    readers: readers.filter { $0.section.settings?.contains { $0.name == name } ?? true }.map(\.owner),
                    rule: declarations.first?.rule ?? "",
                    help: declarations.first?.help ?? ""
                )
            }
        }
    }
}
