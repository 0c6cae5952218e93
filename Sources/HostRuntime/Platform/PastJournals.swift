internal import Glibc

/// The journals that earlier processes have left in a directory.
enum PastJournals {
    /// Reads and removes the journals of dead processes, in no particular order.
    ///
    /// Each is read once, by one process. A journal that is locked belongs to a
    /// process that still runs. One that was cut off as it was made is removed, and
    /// a file that is no journal is left alone.
    static func consume(in directory: String, _ body: (JournalMemory) -> Void) {
        for name in FileSystem.names(in: directory) where name.allSatisfy(\.isNumber) {
            let path = "\(directory)/\(name)"
            guard let file = try? OpenFile(path, .readWrite, options: [.noFollow, .nonBlocking]),
                (try? file.tryLock()) == true,
                // Another process may have read and removed it meanwhile.
                let opened = try? file.status, let named = try? FileStatus(at: path), named.isSameFile(as: opened)
            else { continue }
            // Its end releases the lock.
            defer { withExtendedLifetime(file) {} }
            guard opened.kind == .file, let process = pid_t(name) else { continue }
            // A copy: mapped memory of a file that lacks room on the disk would end the program.
            guard var bytes = try? file.read(upTo: JournalMemory.size + 1) else { continue }
            let isRead = bytes.withUnsafeMutableBytes { bytes in
                guard bytes.count == JournalMemory.size, let base = bytes.baseAddress,
                    let journal = JournalMemory(existing: base)
                else { return false }
                body(journal)
                return true
            }
            if isRead || isCutOff(bytes, of: process) { try? FileSystem.remove(path) }
        }
    }

    /// Whether the bytes are those of a journal that ended before its first entry.
    ///
    /// An empty one of a running process may be just being made, except one of this
    /// process, which has none yet: it's of an earlier one with the same number.
    private static func isCutOff(_ bytes: [UInt8], of process: pid_t) -> Bool {
        if bytes.isEmpty { return process == getpid() || kill(process, 0) != 0 }
        return bytes.count == JournalMemory.size && bytes.allSatisfy { $0 == 0 }
    }
}
