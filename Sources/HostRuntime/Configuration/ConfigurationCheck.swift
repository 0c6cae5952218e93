/// Finds the names of a configuration that nothing reads; a pure value.
struct ConfigurationCheck {
    /// The sections that are read, with their settings; nil where every name is allowed.
    private var known: [String: Set<String>?] = [:]

    /// Creates a check with the sections that programs and plugins declare.
    ///
    /// A section that several declare has the settings of all. If one of them
    /// allows every name, the section does.
    init(_ sections: [ConfigurationSection]) {
        for section in sections {
            guard let others = known[section.name] else {
                known.updateValue(section.settings, forKey: section.name)
                continue
            }
            known.updateValue(
                others.flatMap { others in section.settings.map(others.union) },
                forKey: section.name
            )
        }
    }

    /// Returns one sentence for each section and each name that nothing reads.
    func warnings(for configuration: HostConfiguration) -> [String] {
        configuration.sectionNames.flatMap { section -> [String] in
            guard let settings = known[section] else {
                return ["nothing reads the section '\(section)' of the configuration" + hint(section, known.keys)]
            }
            guard let settings else { return [] }
            return configuration[section].keys.sorted().filter { !settings.contains($0) }.map {
                "nothing reads '\($0)' in the section '\(section)' of the configuration" + hint($0, settings)
            }
        }
    }

    private func hint(_ name: String, _ known: some Collection<String>) -> String {
        if let nearest = nearestName(to: name, in: known) { return "; did you mean '\(nearest)'?" }
        return known.isEmpty ? "" : "; there is " + known.sorted().map { "'\($0)'" }.joined(separator: ", ")
    }
}
