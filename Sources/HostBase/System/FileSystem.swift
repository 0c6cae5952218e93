internal import Glibc

/// The files and directories of the system, by their paths.
package enum FileSystem {
    /// Gives a file another path on the same device, atomically, and replaces the file that is there.
    package static func rename(_ path: String, to newPath: String) throws(SystemError) {
        guard Glibc.rename(path, newPath) == 0 else { throw .last }
    }

    /// Removes a file or a symbolic link.
    package static func remove(_ path: String) throws(SystemError) {
        guard unlink(path) == 0 else { throw .last }
    }

    /// Removes an empty directory.
    package static func removeDirectory(_ path: String) throws(SystemError) {
        guard rmdir(path) == 0 else { throw .last }
    }

    /// Creates a directory and the missing ones around it, for their user alone (0700).
    ///
    /// Throws the first error if there is no directory then.
    package static func makeDirectories(_ path: String) throws(SystemError) {
        var made = path.hasPrefix("/") ? "" : "."
        var failure: SystemError?
        for part in path.pathNames() {
            made += "/\(part)"
            if mkdir(made, 0o700) != 0, errno != EEXIST { failure = failure ?? .last }
        }
        // A system may refuse to make a directory that exists.
        guard (try? FileStatus(at: made, followingLinks: true))?.kind != .directory else { return }
        throw failure ?? .notADirectory
    }

    /// The names in a directory, in no order; empty if it can't be read.
    package static func names(in directory: String) -> [String] {
        guard let entries = opendir(directory) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            // A name has as many bytes as it needs, and not always those of the whole field.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                String(cString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Returns where the person's own links lead to from a path, whether a file is there or not.
    ///
    /// Only a link of the user or of root counts: another user's could lead to any file. The names before the last
    /// one stay as they are.
    package static func followingOwnLinks(_ path: String) -> String {
        var path = path
        // As many as the system follows.
        for _ in 0..<40 {
            guard let status = try? FileStatus(at: path), status.kind == .symbolicLink,
                status.owner == 0 || status.owner == SystemUser.effectiveID
            else { break }
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &buffer, buffer.count)
            guard count > 0 else { break }
            let target = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            let folder = path.pathNames(omittingEmpty: false).dropLast().joined(separator: "/")
            path = target.hasPrefix("/") ? target : "\(folder)/\(target)"
        }
        return path
    }

    /// The path without symbolic links; the path itself if there is no such file.
    package static func resolvedPath(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The path from the root, with one slash between names.
    package static func absolutePath(_ path: String) -> String {
        var path = path
        if !path.hasPrefix("/"), let here = getcwd(nil, 0) {
            path = "\(String(cString: here))/\(path)"
            free(here)
        }
        return "/" + path.pathNames().filter { $0 != "." }.joined(separator: "/")
    }
}

extension String {
    /// The names of a path, as the system splits it: a slash with an accent after it is one `Character`.
    fileprivate func pathNames(omittingEmpty: Bool = true) -> [Substring] {
        utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: omittingEmpty).map { Substring($0) }
    }

    /// The last name of a path; the path itself if it has none.
    package var fileName: String { pathNames().last.map(String.init) ?? self }

    /// The path of the folder that an absolute path's last name is in.
    package var folder: String { "/" + pathNames().dropLast().joined(separator: "/") }
}
