internal import Glibc

/// Folders in the file system.
enum Folder {
    /// Makes a folder and those around it where they are missing, for their user alone (0700).
    ///
    /// That it failed shows when the folder is used.
    static func make(_ path: String) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/\(part)"
            mkdir(made, 0o700)
        }
    }

    /// The path from the root, with every name set apart by one slash.
    static func absolute(_ path: String) -> String {
        var path = path
        if !path.hasPrefix("/"), let here = getcwd(nil, 0) {
            path = "\(String(cString: here))/\(path)"
            free(here)
        }
        return "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
}
