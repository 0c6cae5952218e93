internal import Glibc

/// The journals that earlier processes have left in a directory.
enum PastJournals {
    /// Reads and removes the journals of dead processes, in no particular order.
    ///
    /// Each is read once, by one process. A journal that is locked belongs to a
    /// process that still runs, and a file that is no journal is left alone.
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
            if let journal = JournalMemory(sharing: file.descriptor) {
                body(journal)
                munmap(journal.base, JournalMemory.size)
            } else {
                // One that is empty may be just being made.
                guard opened.kind == .file, opened.size == 0, let process = pid_t(name), kill(process, 0) != 0 else {
                    continue
                }
            }
            try? FileSystem.remove(path)
        }
    }
}
