internal import FoundationEssentials

/// A file to which lines are appended, and which is set aside when it is full.
///
/// The directory and the file are created for their user alone (0700 and 0600).
/// The last full file is kept as `NAME.old`, so both together take twice the
/// limit at most, however long a program runs. Several processes may append to
/// one file. If a person moves or removes the file, or its directory, the next
/// line begins a new one.
final class LogFile {
    /// The size in bytes at which a file is full.
    static let limit = 1 << 20

    private let folder: String
    let path: String
    private let limit: Int
    private var file: OpenFile
    /// Whether the disk was full in the middle of the last line.
    private var isTorn = false

    /// Opens the file `log` in a directory.
    init(folder: String, limit: Int = LogFile.limit) throws(SystemError) {
        self.folder = folder
        path = LogFile.path(in: folder)
        self.limit = limit
        file = try LogFile.open(path, in: folder)
    }

    /// The path of a directory's log, with the links of the person followed.
    static func path(in folder: String) -> String { FileSystem.followingOwnLinks("\(folder)/log") }

    /// Appends a line, after a heading if it begins a new file; a full disk loses it.
    func append(_ line: String, under heading: @autoclosure () -> String? = nil) {
        if isFull || !isInPlace, replace(), let heading = heading() { write(heading) }
        write(line)
    }

    private func write(_ line: String) {
        let bytes = Array(((isTorn ? "\n" : "") + line + "\n").utf8)
        // One write for each line, so that the lines of two processes don't mix.
        guard let count = try? bytes.withUnsafeBytes({ try file.write($0) }) else { return }
        isTorn = count < bytes.count
    }

    // MARK: - Full files

    private var isFull: Bool {
        guard let status = try? file.status else { return false }
        return status.size >= limit
    }

    /// Continues in a new file; false if that isn't possible now.
    ///
    /// If another process has set the file aside already, its new one is the one to
    /// continue in. While one process does so, the others continue in the full file
    /// and check again at their next line.
    private func replace() -> Bool {
        // Even when the file system has no locks, the file must not grow for ever.
        guard (try? file.tryLock()) ?? true else { return false }
        // If the file can't be set aside, its lines are lost instead.
        if isInPlace, (try? FileSystem.rename(path, to: "\(path).old")) == nil { try? file.truncate(to: 0) }
        file.unlock()
        guard let next = try? LogFile.open(path, in: folder) else { return false }
        file = next
        isTorn = false
        return true
    }

    /// Whether the open file is the one at the path.
    private var isInPlace: Bool {
        guard let named = try? FileStatus(at: path, followingLinks: true), let opened = try? file.status else {
            return false
        }
        return named.isSameFile(as: opened)
    }

    private static func open(_ path: String, in folder: String) throws(SystemError) -> OpenFile {
        try FileSystem.makeDirectories(folder)
        // Non-blocking, so that a pipe in its place can't hold the program up.
        return try OpenFile(path, .writeOnly, options: [.append, .create, .noFollow, .nonBlocking])
    }
}

extension LogFile {
    /// Appends each entry of a host's log, after a line that marks the start of the run.
    ///
    /// Each line begins with the date in UTC and the process, because programs that
    /// run at the same time share the file.
    @MainActor func record(_ log: HostLog, of program: String) {
        let process = ProcessInfo.processInfo.processIdentifier
        let run = "[\(process)] ---- \(program)".escapingControls
        append("\(log.date.stamp) \(run) starts ----")
        ProcessJournal.setLog(path)
        log.forward { entry in
            let stamp = entry.date.stamp
            self.append("\(stamp) [\(process)] \(entry.line)", under: "\(stamp) \(run) goes on ----")
        }
    }
}
