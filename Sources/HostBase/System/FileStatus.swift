internal import Glibc

/// The state of a file: which one it is, and when it last changed.
///
/// Two equal statuses mean that a file is unchanged, as long as the earlier one
/// is held open: the system gives the number of a removed file to a new one, and
/// its times are coarse.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file
        case directory
        case symbolicLink
        case socket
        /// A pipe or a device.
        case other
    }

    package let kind: Kind
    /// The size in bytes.
    package let size: Int
    /// The id of the user that owns the file.
    package let owner: UInt32
    /// The id of the group that the file belongs to.
    package let group: UInt32
    /// The permission bits, such as `0o600`.
    package let permissions: UInt32
    let device: UInt64
    /// The number of the file on its device.
    let number: UInt64
    /// The number of names that the file has, in this folder and others.
    package let linkCount: UInt64
    /// When the content last changed, since 1970.
    package let modified: Duration
    /// When the content or the status last changed, since 1970.
    private let changed: Duration

    /// A string that changes when the file is rewritten.
    ///
    /// It costs no reading of the file, as a checksum of its content would. A file
    /// that is rewritten with the same content has another one.
    package var version: String { "\(size)-\(modified.attoseconds / 1_000_000_000)" }

    package init(at path: String, followingLinks: Bool = false) throws(SystemError) {
        var status = stat()
        guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { throw .last }
        self.init(status)
    }

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFSOCK: .socket
            default: .other
            }
        size = Int(status.st_size)
        owner = UInt32(status.st_uid)
        group = UInt32(status.st_gid)
        permissions = UInt32(status.st_mode & 0o7777)
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        linkCount = UInt64(status.st_nlink)
        modified = .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
        changed = .seconds(status.st_ctim.tv_sec) + .nanoseconds(status.st_ctim.tv_nsec)
    }

    /// Whether two statuses are of one file, whatever has happened to it between them.
    package func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && number == other.number
    }
}
