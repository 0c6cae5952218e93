/// The settings of a host and its plugins, as read from a JSON file.
///
/// The file is one object. A plugin's settings stand under the plugin's id:
/// `{"weather": {"city": "Lisbon"}}`.
public struct HostConfiguration: Hashable, Sendable {
    private var values: [String: PlainValue]

    /// Creates a configuration from sections by name.
    public init(_ values: [String: PlainValue] = [:]) {
        self.values = values
    }

    /// A section's values; empty where there is none.
    public subscript(section: String) -> [String: PlainValue] {
        guard case .dictionary(let section) = values[section] else { return [:] }
        return section
    }

    /// Sets a value in a section.
    public mutating func set(_ value: PlainValue, for name: String, in section: String) {
        var changed = self[section]
        changed[name] = value
        values[section] = .dictionary(changed)
    }

    /// Reads the text of a configuration file.
    public init(json text: [UInt8]) throws(HostConfigurationError) {
        let parsed: PlainValue
        do {
            parsed = try PlainValue(json: text)
        } catch {
            throw HostConfigurationError(rule: error.problem)
        }
        guard case .dictionary(let values) = parsed else {
            throw HostConfigurationError(rule: "is JSON, but not an object with a section by name")
        }
        for (name, section) in values.sorted(by: { $0.key < $1.key }) {
            guard case .dictionary = section else {
                throw HostConfigurationError(rule: "has a section '\(name)' that is not an object")
            }
        }
        self.values = values
    }
}

/// What is wrong with a configuration, as the end of a sentence that begins with its name.
public struct HostConfigurationError: Error, Hashable, Sendable {
    /// What it breaks: "is not JSON at line 2, column 5, where a colon should be".
    public let rule: String
}
