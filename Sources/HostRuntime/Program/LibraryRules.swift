/// The rules for the file of a library with plugins, whose code runs with all rights of the person; a pure value.
struct LibraryRules {
    /// The ids of the user and the group that run the program.
    let user: UInt32
    let group: UInt32

    /// The maximum size of a library in bytes.
    static let sizeLimit = 1 << 29

    /// Whether a file of a plugin folder is taken for a library; hidden files are not.
    static func isLibrary(_ name: String) -> Bool {
        name.hasSuffix(".so") && !name.hasPrefix(".")
    }

    /// Returns the rule that a folder breaks, as the end of a sentence; nil if its libraries may be opened.
    func problem(ofFolder status: FileStatus) -> String? {
        guard status.kind == .directory else { return "is not a folder" }
        return problem(of: status)
    }

    /// Returns the rule that a library's file breaks, as the end of a sentence; nil if it may be read.
    func problem(ofFile status: FileStatus) -> String? {
        guard status.kind == .file else { return "is not a regular file" }
        guard status.size > 0 else { return "is empty" }
        guard status.size <= LibraryRules.sizeLimit else { return "is larger than 512 MiB" }
        return problem(of: status)
    }

    private func problem(of status: FileStatus) -> String? {
        guard status.owner == user || status.owner == 0 else {
            return "belongs to another user (uid \(status.owner)); only files of yours and root's are opened"
        }
        if status.permissions & 0o002 != 0 { return "is writable by everyone; run 'chmod o-w'" }
        // Many systems give each user a group of one, and let the group write.
        if status.permissions & 0o020 != 0, status.group != group {
            return "is writable by group \(status.group); run 'chmod g-w'"
        }
        return nil
    }
}

extension LibraryRules {
    /// The rules for the person who runs the program.
    static var current: LibraryRules {
        LibraryRules(user: SystemUser.effectiveID, group: SystemUser.effectiveGroupID)
    }
}
