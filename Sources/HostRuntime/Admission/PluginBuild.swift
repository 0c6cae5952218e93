/// The file of a plugin that crashed the program, as it was then: a library, or the program's own.
struct PluginBuild: Hashable, Sendable {
    let path: String

    /// A string that changes when the file is rewritten, even with the same content.
    let version: String

    /// A text that changes with the content, to tell a build from a copy.
    ///
    /// A program is large, and only a linker writes it: its version stands for the content.
    let content: String

    private var isLibrary: Bool { LibraryRules.isLibrary(path.fileName) }

    /// Whether this is another build of what crashed: not just another program, which may share the state folder.
    func isReplaced(by new: PluginBuild) -> Bool {
        content != new.content && (path == new.path || isLibrary || new.isLibrary)
    }
}

extension PluginBuild {
    /// The build that ran as a version of a file.
    ///
    /// If the library was written or removed since, nobody can tell what it contained.
    init(path: String, version: String) {
        let isThere = LibraryRules.isLibrary(path.fileName) && PluginBuild.version(of: path) == version
        let content = isThere ? LibraryLoader.hash(of: path) : nil
        self.init(path: path, version: version, content: content ?? version)
    }

    /// The build that the file is now; nil if it's gone or can't be read.
    ///
    /// A library is read only if it has been written since.
    var current: PluginBuild? {
        guard let now = PluginBuild.version(of: path) else { return nil }
        if now == version { return self }
        return (isLibrary ? LibraryLoader.hash(of: path) : now).map {
            PluginBuild(path: path, version: now, content: $0)
        }
    }

    /// Returns the version of a file; nil if there is none.
    static func version(of path: String) -> String? {
        (try? FileStatus(at: path, followingLinks: true))?.version
    }

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
