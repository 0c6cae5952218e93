internal import Glibc

/// The user that runs the program.
package enum SystemUser {
    /// The id that decides which files the program may use.
    package static var effectiveID: UInt32 { UInt32(geteuid()) }

    /// The id of the group that decides which files the program may use.
    package static var effectiveGroupID: UInt32 { UInt32(getegid()) }

    /// The home directory in the system's user database, which also has users of a network; nil if there is none.
    package static var homeDirectory: String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        // An entry is a line; a longer one than this is damaged.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(getuid(), &entry, start, buffer.count, &found) == 0,
                let home = found?.pointee.pw_dir
            else { return nil }
            return String(cString: home)
        }
    }
}
