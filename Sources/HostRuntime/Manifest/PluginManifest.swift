/// A plugin's identity and requirements: plain values, read before the plugin is created.
public struct PluginManifest: Hashable, Sendable {
    /// The plugin's id, unique in a process, such as `confetti`.
    public let id: String

    /// The name that a person reads.
    public let name: String

    /// The plugin's version.
    public let version: String

    /// A sentence on what the plugin does; may be empty.
    public let summary: String

    /// The names of the services that the plugin requires; it's blocked while one is missing.
    public let requires: [String]

    /// The names of the services that the plugin provides; plugins that require them are activated after it.
    public let provides: [String]

    /// The ids of plugins to activate before this one; they may be absent.
    ///
    /// A cycle of requirements and of these blocks its members.
    public let after: [String]

    /// The sections of the configuration that the plugin reads.
    ///
    /// The section named after the plugin's id is always among them. Declare it
    /// to have the names of its settings checked.
    public let configuration: [ConfigurationSection]

    /// The sections of the configuration that the plugin reads, with the one that is named after it.
    var sections: [ConfigurationSection] {
        configuration + (configuration.contains { $0.name == id } ? [] : [ConfigurationSection(id)])
    }

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

extension PluginManifest {
    /// A placeholder for a manifest that isn't read.
    static func placeholder(_ name: String) -> PluginManifest {
        PluginManifest(id: name, name: "(unread)", version: "?")
    }

    /// An id in `after` that no plugin has.
    struct UnknownPredecessor: Hashable {
        let id: String

        /// A similar id, or the rule that the id breaks; nil for a plugin that may just be absent.
        let hint: String?

        /// The end of a sentence about the plugin; nil if nothing suggests a mistake.
        var warning: String? {
            hint.map { "starts after \(NameRule.quoted(id)), but there is no plugin of that id; \($0)" }
        }
    }

    /// Returns the ids in `after` that no plugin has, given the ids of all plugins, and hints among them.
    func unknownPredecessors(among ids: Set<String>, _ spelling: inout SpellingHints) -> [UnknownPredecessor] {
        after.filter { !ids.contains($0) }.map { predecessor in
            if let rule = NameRule.violation(of: predecessor) {
                return UnknownPredecessor(id: predecessor, hint: "an id \(rule)")
            }
            let nearest = spelling.nearest(to: predecessor, otherThan: id)
            return UnknownPredecessor(id: predecessor, hint: nearest.map { "did you mean '\($0)'?" })
        }
    }
}
