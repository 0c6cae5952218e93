internal import Glibc

/// The folder of the user who runs the program.
enum HomeFolder {
    /// Returns what `HOME` says, or where that is not set what the system's list of users says; empty where neither does.
    static func path(environment: [String: String]) -> String {
        if let home = environment["HOME"], !home.isEmpty { return home }
        return listed ?? ""
    }

    /// What the list of users says, also of users that come over a network.
    private static var listed: String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        // An entry is a line; one that is longer than this is nobody's.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(getuid(), &entry, start, buffer.count, &found) == 0,
                let home = found?.pointee.pw_dir
            else { return nil }
            return String(cString: home)
        }
    }
}
