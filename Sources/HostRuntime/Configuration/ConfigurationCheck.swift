/// Finds the names of a configuration that nothing reads; a pure value.
package struct ConfigurationCheck {
    /// The sections that are read, with the names of their settings; nil where every name is allowed.
    private var known: [String: Set<String>?] = [:]

    /// Creates a check with the sections that programs and plugins declare.
    ///
    /// A section that several declare has the settings of all. If one of them
    /// allows every name, the section does.
    package init(_ sections: [ConfigurationSection]) {
        for section in sections {
            let names = section.settings.map { Set($0.map(\.name)) }
            guard let others = known[section.name] else {
                known.updateValue(names, forKey: section.name)
                continue
            }
            known.updateValue(others.flatMap { others in names.map(others.union) }, forKey: section.name)
        }
    }

    /// Returns one sentence for each section and each name that nothing reads.
    package func warnings(for configuration: HostConfiguration) -> [String] {
        configuration.sectionNames.flatMap { section -> [String] in
            guard let settings = known[section] else {
                return ["nothing reads the section '\(section)' of the configuration" + hint(section, known.keys)]
            }
            guard let settings else { return [] }
            let names = configuration.settings(section: section).names(among: Array(settings))
            // An object whose values are read one by one is reported where it's read, if it's no object.
            return names.filter { name in !settings.contains { $0 == name || $0.hasPrefix(name + ".") } }.map {
                "nothing reads '\($0)' in the section '\(section)' of the configuration" + hint($0, settings)
            }
        }
    }

    private func hint(_ name: String, _ known: some Collection<String>) -> String {
        if let nearest = nearestName(to: name, in: known) { return "; did you mean '\(nearest)'?" }
        return known.isEmpty ? "" : "; there is " + known.sorted().map { "'\($0)'" }.joined(separator: ", ")
    }
}

// MARK: - Values

extension HostConfiguration {
    /// Returns one sentence for each value and each default of a section that breaks the rule of its setting.
    func problems(in section: ConfigurationSection) -> [String] {
        let values = settings(section: section.name)
        let declared = section.settings ?? []
        let objects = values.names(among: declared.map(\.name)).filter { name in
            !declared.contains { $0.name == name } && declared.contains { $0.name.hasPrefix(name + ".") }
        }
        let problems = objects.map { name in
            problem(
                of: name,
                in: section.name,
                breaks: "an object",
                (values[name: name] ?? .null).hidingSecrets(under: name),
                "it's ignored"
            )
        }
        return section.problems + problems
            + declared.compactMap { setting in
                guard let value = values[name: setting.name] else { return nil }
                let shown = setting.isSecret ? .hidden : value.hidingSecrets(under: setting.name)
                switch setting.read(value) {
                case .exact: return nil
                case .nearest(let nearest):
                    let outcome = "\(setting.isSecret ? .hidden : nearest) is used"
                    return problem(of: setting.name, in: section.name, breaks: setting.rule, shown, outcome)
                case .refused:
                    return problem(of: setting.name, in: section.name, breaks: setting.rule, shown, "it's ignored")
                }
            }
    }

    private func problem(
        of name: String,
        in section: String,
        breaks rule: String,
        _ value: PlainValue,
        _ outcome: String
    ) -> String {
        ("the setting '\(section).\(name)' is \(rule), not \(value.inWords); \(outcome) "
            + "(\(place(of: name, in: section)))").escapingControls
    }
}
