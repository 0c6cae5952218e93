internal import FoundationEssentials

/// The folder in which a process keeps copies of the libraries that it opens.
///
/// A compiler that overwrites a library changes nothing in the copy, and one that
/// was opened before is opened once more. A tool that looks at the process from
/// outside finds code and lines by the copy's name: the Swift runtime's backtrace of
/// a crash, a debugger, a profiler.
///
/// The folder is one of the system's temporary files, named after the process and
/// locked by it. One that isn't locked belongs to a dead process, and the next one
/// that opens libraries removes it.
@MainActor final class LibraryCopies {
    /// The person's folder for the folders of all processes.
    static var temporaryFolder: String {
        "\(ProcessEnvironment.value("TMPDIR") ?? "/tmp")/host-runtime-\(SystemUser.effectiveID)"
    }

    private let path: String
    private let lock: OpenFile
    private var count = 0

    /// Makes the folder of this process in another one, from which it removes those of dead processes.
    ///
    /// Folders that are missing are made. Throws if others could change the copies. `pause`
    /// lets another process finish that takes the new folder for one of a dead process.
    init(
        in folder: String = LibraryCopies.temporaryFolder,
        process: Int32 = ProcessInfo.processInfo.processIdentifier,
        pause: () -> Void = { SystemThread.pause(for: .milliseconds(1)) }
    ) throws(SystemError) {
        try FileSystem.makeDirectories(folder)
        // Not through a link: anyone may put one among temporary files.
        guard LibraryRules.current.problem(ofFolder: try FileStatus(at: folder)) == nil else { throw .notPermitted }
        LibraryCopies.removeDead(in: folder)
        path = "\(folder)/\(process)"
        lock = try LibraryCopies.makeFolder(path, pause)
    }

    /// Makes a folder, unless it's there, and locks it.
    ///
    /// Between the two, another process may remove it as one of the dead: then it's made again.
    private static func makeFolder(_ path: String, _ pause: () -> Void) throws(SystemError) -> OpenFile {
        var attempts = 0
        while true {
            do throws(SystemError) {
                try FileSystem.makeDirectories(path)
                let lock = try OpenFile(path, .readOnly, options: [.directory, .noFollow])
                if try lock.tryLock(), try FileStatus(at: path).isSameFile(as: try lock.status) { return lock }
                throw SystemError.wouldBlock
            } catch {
                attempts += 1
                guard attempts < 50, error == .wouldBlock || error == .noSuchFile else { throw error }
            }
            pause()
        }
    }

    /// Writes a copy of a library, and returns its path, which no other copy has had.
    func write(_ bytes: [UInt8], name: String) throws(SystemError) -> String {
        count += 1
        // The system takes names of at most 255 bytes.
        let copy = "\(path)/\(count)-\(String(decoding: name.utf8.prefix(200), as: UTF8.self))"
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
