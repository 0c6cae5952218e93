/// A file with plugins as it is now: a library, or the program's own.
struct PluginFile {
    let path: String
    let status: FileStatus
    let isLibrary: Bool

    var version: String { status.version }

    /// Returns the content as a string that changes with it; nil if the file can't be read.
    ///
    /// A library is read to tell a build from a copy. For the program's file, its version will do.
    @MainActor func content(lastSeen build: PluginBuild? = nil) -> String? {
        guard isLibrary else { return version }
        if let build, build.path == path, build.version == version { return build.content }
        return PluginLoader.hash(of: path)
    }
}

extension PluginFile {
    /// The libraries in a folder.
    @MainActor static func libraries(in folder: String) -> [PluginFile] {
        PluginLoader.files(in: folder).map { PluginFile(path: "\(folder)/\($0)", status: $1, isLibrary: true) }
    }

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
