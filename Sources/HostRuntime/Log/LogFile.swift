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
    private var file: FileDescriptor

    /// Opens a file in a folder; throws with the path that could not be opened.
    init(folder: String, name: String, limit: Int = LogFile.limit) throws(LogFileError) {
        FileSystem.makeDirectories(folder)
        path = "\(folder)/\(name)"
        self.limit = limit
        do throws(SystemError) {
            file = try LogFile.open(path)
        } catch {
            throw LogFileError(path: path, reason: "\(error)")
        }
    }

    /// Appends a line, where that begins a new file under a heading; a full disk loses it.
    func append(_ line: String, under heading: @autoclosure () -> String? = nil) {
        if isFull, replace(), let heading = heading() { write(heading) }
        write(line)
    }

    private func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // One write for each line, so that lines of two processes do not mix.
        _ = try? bytes.withUnsafeBytes { try file.write($0) }
    }

    // MARK: - Full files

    private var isFull: Bool {
        guard let status = try? file.status else { return false }
        return status.size >= limit
    }

    /// Goes on in an empty file; false where that is not possible now.
    ///
    /// Another process may have put the file aside already: then its new one is
    /// the one to go on in. While one is doing so, the others go on in the full
    /// file, and look again at their next line.
    private func replace() -> Bool {
        guard let isLocked = try? file.tryLock(), isLocked else { return false }
        // Where nothing can be put aside, the older half of two is lost.
        if isInPlace, (try? FileSystem.rename(path, to: "\(path).old")) == nil { try? file.truncate(to: 0) }
        file.unlock()
        guard let next = try? LogFile.open(path) else { return false }
        file = next
        return true
    }

    /// Whether the open file is the one under its name.
    private var isInPlace: Bool {
        guard let named = try? FileStatus(at: path, followingLinks: true), let opened = try? file.status else {
            return false
        }
        return named.isSameFile(as: opened)
    }

    private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
        // Without waiting for a pipe's other end.
        try FileDescriptor.open(path, .writeOnly, options: [.append, .create, .noFollow, .nonBlocking])
    }
}

/// A log file could not be opened.
struct LogFileError: Error, Hashable, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "the log '\(path)' cannot be written: \(reason)" }
}
