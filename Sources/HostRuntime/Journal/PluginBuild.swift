/// The file of a plugin that crashed the program: a library, or the program's own.
struct PluginBuild: Hashable, Sendable {
    let path: String

    /// A string that changes when the file is rewritten, even with the same content.
    let version: String

    /// A text that changes with the content.
    let content: String
}

// MARK: - Storing

extension PluginBuild {
    /// Reads what `stored` has written; nil for any other value.
    init?(stored value: PlainValue) {
        guard let path = value["path"]?.stringValue, let version = value["version"]?.stringValue,
            let content = value["content"]?.stringValue
        else { return nil }
        self.init(path: path, version: version, content: content)
    }

    var stored: PlainValue {
        .dictionary(["path": .string(path), "version": .string(version), "content": .string(content)])
    }
}
