internal import Glibc

/// A file that lines are appended to; it starts anew when it has grown large.
///
/// The folder is made where it is missing, for its user alone (0700), and so is
/// the file (0600). The file of before is kept as `NAME.old`.
final class LogFile {
    /// The size in bytes from which a file is put aside when it is opened.
    static let limit = 1 << 20

    private let descriptor: Int32

    /// Opens a file in a folder; throws with the path that could not be opened.
    init(folder: String, name: String) throws(LogFileError) {
        Folder.make(folder)
        let path = "\(folder)/\(name)"
        var status = stat()
        if stat(path, &status) == 0, status.st_size > LogFile.limit { rename(path, "\(path).old") }
        // Without waiting for a pipe's other end.
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw LogFileError(path: path, reason: String(cString: strerror(errno))) }
    }

    deinit {
        close(descriptor)
    }

    /// Appends a line; a full disk loses it.
    func append(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // One write for each line, so that lines of two processes do not mix.
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
}

/// A log file could not be opened.
struct LogFileError: Error, Hashable, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "the log '\(path)' cannot be written: \(reason)" }
}
