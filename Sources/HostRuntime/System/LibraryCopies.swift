internal import Glibc
internal import Synchronization

/// The folder in which a process keeps copies of the libraries that it opens.
///
/// A tool that looks at the process from outside finds code and lines by the
/// file's name: the Swift runtime's backtrace of a crash, a debugger, a profiler.
/// The folder is named after the process and locked by it. One that isn't locked
/// belongs to a dead process, and the next one that opens libraries removes it.
final class LibraryCopies: Sendable {
    private let path: String
    private let lock: OpenFile
    private let count = Atomic(0)

    /// Makes the folder of this process in another one, from which it removes those of dead processes.
    ///
    /// Folders that are missing are made.
    init(in folder: String, process: pid_t = getpid()) throws(SystemError) {
        LibraryCopies.removeDead(in: folder)
        path = "\(folder)/\(process)"
        try FileSystem.makeDirectories(path)
        lock = try OpenFile(path, .readOnly, options: [.directory, .noFollow])
        // Another process may just be removing the folder as one of the dead.
        guard try lock.tryLock(), try FileStatus(at: path).isSameFile(as: try lock.status) else { throw .wouldBlock }
    }

    /// Writes a copy of a library, and returns its path, which no other copy has had.
    func write(_ bytes: [UInt8], name: String) throws(SystemError) -> String {
        let copy = "\(path)/\(count.add(1, ordering: .relaxed).newValue)-\(DynamicLibrary.shortName(name))"
        let file = try OpenFile(copy, .writeOnly, options: [.exclusiveCreate, .noFollow])
        if let error = bytes.withUnsafeBytes({ file.descriptor.write($0) }) {
            try? FileSystem.remove(copy)
            throw error
        }
        return copy
    }

    /// Removes the folder; what was opened stays in memory.
    func remove() {
        LibraryCopies.remove(path)
    }

    private static func removeDead(in folder: String) {
        for name in FileSystem.names(in: folder) where name.allSatisfy(\.isNumber) {
            let path = "\(folder)/\(name)"
            guard let lock = try? OpenFile(path, .readOnly, options: [.directory, .noFollow]),
                (try? lock.tryLock()) == true
            else { continue }
            remove(path)
            // Its end releases the lock.
            withExtendedLifetime(lock) {}
        }
    }

    private static func remove(_ path: String) {
        for name in FileSystem.names(in: path) { try? FileSystem.remove("\(path)/\(name)") }
        try? FileSystem.removeDirectory(path)
    }
}
