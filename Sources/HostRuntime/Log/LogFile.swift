internal import Glibc

/// A file that lines are appended to; a full one is put aside for an empty one.
///
/// The folder is made where it is missing, for its user alone (0700), and so is
/// the file (0600). The last full file is kept as `NAME.old`, so that both
/// together take twice the limit at most, however long a program runs and
/// however much it says. Several processes may append to one file.
final class LogFile {
    /// The size in bytes at which a file is full.
    static let limit = 1 << 20

    private let path: String
    private let limit: Int
    private var descriptor: Int32

    /// Opens a file in a folder; throws with the path that could not be opened.
    init(folder: String, name: String, limit: Int = LogFile.limit) throws(LogFileError) {
        Folder.make(folder)
        path = "\(folder)/\(name)"
        self.limit = limit
        descriptor = LogFile.open(path)
        guard descriptor >= 0 else { throw LogFileError(path: path, reason: String(cString: strerror(errno))) }
    }

    deinit {
        close(descriptor)
    }

    /// Appends a line, where that begins a new file under a heading; a full disk loses it.
    func append(_ line: String, under heading: @autoclosure () -> String? = nil) {
        if isFull, replace(), let heading = heading() { write(heading) }
        write(line)
    }

    private func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // One write for each line, so that lines of two processes do not mix.
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    // MARK: - Full files

    private var isFull: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_size >= limit
    }

    /// Goes on in an empty file; false where that is not possible now.
    ///
    /// Another process may have put the file aside already: then its new one is
    /// the one to go on in. While one is doing so, the others go on in the full
    /// file, and look again at their next line.
    private func replace() -> Bool {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
        // Where nothing can be put aside, the older half of two is lost.
        if isInPlace, rename(path, "\(path).old") != 0 { ftruncate(descriptor, 0) }
        flock(descriptor, LOCK_UN)
        let next = LogFile.open(path)
        guard next >= 0 else { return false }
        close(descriptor)
        descriptor = next
        return true
    }

    /// Whether the open file is the one under its name.
    private var isInPlace: Bool {
        var (named, opened) = (stat(), stat())
        return stat(path, &named) == 0 && fstat(descriptor, &opened) == 0
            && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
    }

    private static func open(_ path: String) -> Int32 {
        // Without waiting for a pipe's other end.
        Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    }
}

/// A log file could not be opened.
struct LogFileError: Error, Hashable, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "the log '\(path)' cannot be written: \(reason)" }
}
