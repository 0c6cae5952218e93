/// One build of the program, or of a library with plugins.
struct PluginBuild: Hashable, Sendable {
    /// A file with a build, as it is now.
    struct File {
        let path: String
        let status: FileStatus
        let isLibrary: Bool
    }

    /// The name of the library's file; nil for the program itself, with the plugins that are linked.
    let library: String?

    /// A text that changes when the file is written anew, even with the same content.
    private let version: String

    /// A text that changes with the content: of a library its SHA-256, which is worth reading it.
    ///
    /// The program's file is large, and only a linker writes it: its version will do.
    let content: String

    init(library: String?, version: String, content: String) {
        self.library = library
        self.version = version
        self.content = content
    }

    /// Describes a file; its content isn't read again if it wasn't written since it was described before.
    @MainActor init(_ file: File, before: PluginBuild?) {
        version = file.status.version
        library = file.isLibrary ? file.path.fileName : nil
        if let before, before.version == version {
            content = before.content
        } else {
            content = file.isLibrary ? PluginLoader.hash(of: file.path) ?? version : version
        }
    }
}

extension PluginBuild.File {
    /// The libraries in a folder.
    @MainActor static func libraries(in folder: String) -> [PluginBuild.File] {
        PluginLoader.files(in: folder).map { .init(path: "\(folder)/\($0)", status: $1, isLibrary: true) }
    }

    /// The program's file; nil if it can't be found.
    static var program: PluginBuild.File? {
        (try? FileStatus(at: "/proc/self/exe", followingLinks: true))
            .map { .init(path: "/proc/self/exe", status: $0, isLibrary: false) }
    }
}

// MARK: - Storing

extension PluginBuild {
    /// Reads what `stored` has written; nil for any other value.
    init?(stored value: PlainValue) {
        guard let version = value["version"]?.stringValue, let content = value["content"]?.stringValue else {
            return nil
        }
        self.init(library: value["library"]?.stringValue, version: version, content: content)
    }

    var stored: PlainValue {
        var values: [String: PlainValue] = ["version": .string(version), "content": .string(content)]
        if let library { values["library"] = .string(library) }
        return .dictionary(values)
    }
}
