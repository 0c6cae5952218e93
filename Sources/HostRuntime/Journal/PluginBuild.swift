/// The file that a plugin's code is in, as it was when it was opened: a library, or the program's own.
struct PluginBuild: Hashable, Sendable {
    let path: String

    /// A string that changes when the file is written again: its size, and the time of its last change.
    let version: String

    /// Whether the file is another build now.
    var isRebuilt: Bool { PluginBuild(of: path).map { $0 != self } ?? false }
}

extension PluginBuild {
    /// The build that a file is now; nil if it's gone.
    init?(of path: String) {
        guard let status = try? FileStatus(at: path, followingLinks: true) else { return nil }
        self.init(path: path, version: status.version)
    }

    /// Reads what `stored` has written; nil for any other value.
    init?(stored value: PlainValue) {
        guard let path = value["path"]?.stringValue, let version = value["version"]?.stringValue else { return nil }
        self.init(path: path, version: version)
    }

    var stored: PlainValue { .dictionary(["path": .string(path), "version": .string(version)]) }
}
