/// The settings of a host and its plugins, in sections.
///
/// A configuration file is one JSON object with a section for each plugin,
/// named after the plugin's id: `{"weather": {"city": "Lisbon"}}`.
///
/// Two configurations are equal if their values are, wherever these come from.
public struct HostConfiguration: Hashable, Sendable {
    private var sections: [String: PlainValue]
    private var sources: [String: [String: ConfigurationSource]] = [:]
    private var file: String?

    /// The places of sections, settings and values in objects, in the files by path.
    private var places: [String: JSONPlaces] = [:]

    /// Creates a configuration from sections by name.
    public init(_ sections: [String: PlainValue] = [:]) {
        self.sections = sections
    }

    /// The values of a section; empty if there is no such section.
    public subscript(section: String) -> [String: PlainValue] {
        guard case .dictionary(let values) = sections[section] else { return [:] }
        return values
    }

    /// Returns the values of a section, for reading them by declared settings.
    public func settings(section: String) -> SettingValues { SettingValues(self[section]) }

    /// Sets a value in a section.
    public mutating func set(_ value: PlainValue, for name: String, in section: String) {
        set(value, for: name, in: section, by: .program)
    }

    mutating func set(_ value: PlainValue, for name: String, in section: String, by source: ConfigurationSource) {
        sources[section, default: [:]][name] = source
        var values = self[section]
        // Otherwise there are two of them, and the change copies all values.
        sections[section] = nil
        values[name] = value
        sections[section] = .dictionary(values)
    }

    /// Takes over all sections and values of another configuration, and where they come from.
    mutating func merge(_ other: HostConfiguration) {
        places.merge(other.places) { $1 }
        for section in other.sectionNames {
            let new = other[section]
            sections[section] = .dictionary(self[section].merging(new) { $1 })
            for name in new.keys { sources[section, default: [:]][name] = other.source(of: name, in: section) }
        }
    }

    /// Returns the source of a value; a dot in its name can stand for a value in an object.
    func source(of name: String, in section: String) -> ConfigurationSource {
        guard let name = path(of: name, in: section)?.first else { return .none }
        return sources[section]?[name] ?? file.map { .file($0) } ?? .program
    }

    /// Returns the source of a value for a sentence, with the place in a file: "file shop.json, line 3, column 12".
    func place(of name: String, in section: String) -> String {
        let source = source(of: name, in: section)
        guard case .file(let file) = source, let path = path(of: name, in: section),
            let place = places[file]?[[section] + path]
        else { return "\(source)" }
        return "\(source), \(place)"
    }

    /// The names that lead to a value in its section: its own, or an object's and its own in that.
    private func path(of name: String, in section: String) -> [String]? {
        let values = self[section]
        if values[name] != nil { return [name] }
        guard let dot = name.firstIndex(of: ".") else { return nil }
        let path = [String(name[..<dot]), String(name[name.index(after: dot)...])]
        return values[path[0]]?[path[1]] == nil ? nil : path
    }

    /// Moves the values of sections that nothing declares to the settings in objects that they mean.
    ///
    /// For `assistant.routes.home`, an option can't know where the section ends: ids of plugins may have dots.
    mutating func resolve(_ declared: [ConfigurationSection]) {
        for undeclared in sectionNames where !declared.contains(where: { $0.name == undeclared }) {
            for section in declared where undeclared.hasPrefix(section.name + ".") {
                let object = undeclared.dropFirst(section.name.count + 1)
                for (name, value) in self[undeclared] {
                    let setting = "\(object).\(name)"
                    guard section.settings?.contains(where: { $0.name == setting }) ?? false else { continue }
                    set(value, for: setting, in: section.name, by: source(of: name, in: undeclared))
                    remove(name, from: undeclared)
                }
            }
        }
    }

    private mutating func remove(_ name: String, from section: String) {
        var values = self[section]
        values[name] = nil
        sections[section] = values.isEmpty ? nil : .dictionary(values)
    }

    /// Returns whether two configurations have the same values.
    public static func == (left: HostConfiguration, right: HostConfiguration) -> Bool {
        left.sections == right.sections
    }

    /// Hashes the values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(sections)
    }

    /// The names of the sections, in alphabetical order.
    var sectionNames: [String] { sections.keys.sorted() }
}

// MARK: - Files

extension HostConfiguration {
    /// Reads a file's text; `file` is its path, for tools that show where a value comes from.
    init(json text: [UInt8], file: String? = nil) throws(HostConfigurationError) {
        self.file = file
        let parsed: PlainValue
        do {
            let (value, places) = try PlainValue.reading(json: text, placesTo: 3)
            parsed = value
            if let file { self.places[file] = places }
        } catch {
            throw HostConfigurationError(rule: error.problem)
        }
        guard case .dictionary(let sections) = parsed else {
            throw HostConfigurationError(rule: "is JSON, but not an object with a section by name")
        }
        for (name, section) in sections.sorted(by: { $0.key < $1.key }) {
            guard case .dictionary = section else {
                throw HostConfigurationError(rule: "has a section '\(name)' that is not an object")
            }
        }
        self.sections = sections
    }
}

struct HostConfigurationError: Error, Hashable {
    /// The end of a sentence that begins with the file: "is not JSON at line 2, column 5: …".
    let rule: String
}

/// The source of a value of the configuration.
public enum ConfigurationSource: Hashable, Sendable {
    /// Nobody sets the value, so the reader's default applies.
    case none
    /// A configuration file with a path.
    case file(String)
    /// An option of the command line, such as `--set`.
    case option(String)
    /// The program itself.
    case program
}

extension ConfigurationSource: CustomStringConvertible {
    /// The source for people to read.
    public var description: String {
        switch self {
        case .none: "default"
        case .file(let path): "file \(path)"
        case .option(let name): "option \(name)"
        case .program: "the program"
        }
    }
}
