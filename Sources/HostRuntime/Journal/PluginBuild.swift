/// The file of a plugin that crashed the program: a library, or the program's own.
struct PluginBuild: Hashable, Sendable {
    let path: String

    /// A string that changes when the file is rewritten, even with the same content.
    let version: String

    /// A text that changes with the content.
    let content: String

    /// Whether this is another build of what crashed: not just another program, which may share the state folder.
    func isReplaced(by new: PluginBuild) -> Bool {
        content != new.content && (path == new.path || !(isOfProgram && new.isOfProgram))
    }
}

// MARK: - Programs

extension PluginBuild {
    /// A build of a program, which is large, and only a linker writes it: its version stands for the content.
    init(program path: String, version: String) {
        self.init(path: path, version: version, content: version)
    }

    private var isOfProgram: Bool { content == version }
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
