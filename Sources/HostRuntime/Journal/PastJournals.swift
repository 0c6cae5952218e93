internal import Glibc

/// The journals of processes that didn't end in order.
enum PastJournals {
    /// The number of journals that are read at once, each of which is held open.
    private static let limit = 100

    /// Reads the journals of dead processes, oldest first, and removes them once what they say is kept.
    ///
    /// Each is read by one process at a time. `commit` returns whether what was read
    /// is kept; if it isn't, or if the process ends in the meantime, the journals are
    /// read again. A journal that is locked belongs to a process that still runs. One
    /// that was cut off as it was made, or is another version's, is removed, and a
    /// file that is no journal is left alone.
    static func consume<Value>(
        in directory: String,
        _ read: (JournalMemory) -> Value,
        commit: ([Value]) -> Bool
    ) {
        var found: [(value: Value, boot: [UInt8], start: UInt64, path: String, file: OpenFile)] = []
        for name in FileSystem.names(in: directory) where name.allSatisfy(\.isNumber) && found.count < limit {
            let path = "\(directory)/\(name)"
            guard let file = try? OpenFile(path, .readWrite, options: [.noFollow, .nonBlocking]),
                // Without locks, a journal is a dead process's if no process has its number.
                (try? file.tryLock()) ?? pid_t(name).map({ kill($0, 0) != 0 }) ?? false,
                // Another process may have read and removed it meanwhile.
                let opened = try? file.status, let named = try? FileStatus(at: path), named.isSameFile(as: opened)
            else { continue }
            // Its end releases the lock.
            defer { withExtendedLifetime(file) {} }
            // A copy: mapped memory of a file that lacks room on the disk would end the program.
            guard opened.kind == .file, let process = pid_t(name), opened.size <= JournalMemory.size,
                var bytes = try? file.read(upTo: JournalMemory.size)
            else { continue }
            let isRead = bytes.withUnsafeMutableBytes { bytes in
                guard bytes.count == JournalMemory.size, let base = bytes.baseAddress,
                    let journal = JournalMemory(existing: base)
                else { return false }
                found.append((read(journal), journal.bootID, journal.start, path, file))
                return true
            }
            if !isRead, isCutOff(bytes, of: process) || JournalMemory.isOfOtherVersion(bytes) {
                try? FileSystem.remove(path)
            }
        }
        guard !found.isEmpty else { return }
        let bootID = ProcessJournal.bootID
        // Times of other boots can't be compared; this boot's runs are the newest.
        found.sort { ($0.boot == bootID ? 1 : 0, $0.start) < ($1.boot == bootID ? 1 : 0, $1.start) }
        guard commit(found.map(\.value)) else { return }
        for journal in found { try? FileSystem.remove(journal.path) }
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
