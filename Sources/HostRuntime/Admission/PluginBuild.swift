/// The file of a plugin that crashed the program, as it was then: a library, or the program's own.
struct PluginBuild: Hashable, Sendable {
    let path: String

    /// A string that changes when the file is rewritten, even with the same content.
    let version: String

    /// A text that changes with the content.
    ///
    /// A program is large, and only a linker writes it: its version stands for the content.
    let content: String

    /// Whether this is another build of what crashed: not just another program, which may share the state folder.
    func isReplaced(by new: PluginBuild) -> Bool {
        let areBothPrograms = content == version && new.content == new.version
        return content != new.content && (path == new.path || !areBothPrograms)
    }
}

extension PluginBuild {
    /// A build of a program.
    init(program path: String, version: String) {
        self.init(path: path, version: version, content: version)
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

/// A file with plugins as it is now: a library, or the program's own.
struct PluginFile {
    let path: String
    let status: FileStatus
    let isLibrary: Bool

    var version: String { status.version }

    /// Returns a text that changes with the content; nil if the file can't be read.
    ///
    /// A library that has been written since it was last seen is read, to tell a build from a copy.
    @MainActor func content(lastSeen build: PluginBuild? = nil) -> String? {
        guard isLibrary else { return version }
        if let build, build.path == path, build.version == version { return build.content }
        return LibraryLoader.hash(of: path)
    }
}

extension PluginFile {
    /// The program's file, with the plugins that are linked; nil if it can't be found.
    ///
    /// Programs that share a state folder differ in the path.
    static var program: PluginFile? {
        // Even if its path has another file by now.
        let link = "/proc/self/exe"
        guard let status = try? FileStatus(at: link, followingLinks: true) else { return nil }
        return PluginFile(path: FileSystem.resolvedPath(link), status: status, isLibrary: false)
    }

    /// Looks at the library of a path; nil if there is no file.
    init?(library path: String) {
        guard let status = try? FileStatus(at: path, followingLinks: true) else { return nil }
        self.init(path: path, status: status, isLibrary: true)
    }
}
