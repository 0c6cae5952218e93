internal import FoundationEssentials

/// The folder in which a process keeps copies of the libraries that it opens.
///
/// A compiler that overwrites a library changes nothing in the copy, and one that
/// was opened before is opened once more. A tool that looks at the process from
/// outside finds code and lines by the copy's name: the Swift runtime's backtrace of
/// a crash, a debugger, a profiler.
///
/// The folder is one of the system's temporary files, named after the process. When
/// that has died, the next process that opens libraries removes it.
@MainActor final class LibraryCopies {
    /// The person's folder for the folders of all processes.
    static var temporaryFolder: String {
        "\(ProcessEnvironment.value("TMPDIR") ?? "/tmp")/host-runtime-\(SystemUser.effectiveID)"
    }

    private let path: String
    private var count = 0
    /// The copies of each library, oldest first.
    private var copies: [String: [String]] = [:]

    /// Makes the folder of this process in another one, from which it removes those of dead processes.
    ///
    /// Folders that are missing are made. Throws if others could change the copies.
    init(
        in folder: String = LibraryCopies.temporaryFolder,
        process: Int32 = ProcessInfo.processInfo.processIdentifier,
        isRunning: (Int32) -> Bool = { (try? FileStatus(at: "/proc/\($0)")) != nil }
    ) throws(SystemError) {
        try FileSystem.makeDirectories(folder)
        // Not through a link: anyone may put one among temporary files.
        guard LibraryRules.current.problem(ofFolder: try FileStatus(at: folder)) == nil else { throw .notPermitted }
        for name in FileSystem.names(in: folder) {
            // One of this process's number is of an earlier process.
            guard let other = Int32(name), other == process || !isRunning(other) else { continue }
            LibraryCopies.remove("\(folder)/\(name)")
        }
        path = "\(folder)/\(process)"
        try FileSystem.makeDirectories(path)
    }

    /// Writes a copy of a library, and returns its path, which no other copy has had.
    func write(_ bytes: [UInt8], of library: String) throws(SystemError) -> String {
        count += 1
        // The system takes names of at most 255 bytes.
        let copy = "\(path)/\(count)-\(String(decoding: library.fileName.utf8.prefix(200), as: UTF8.self))"
        // Others may have removed the folder: a tool that tidies up, or a process that has other numbers for processes.
        try FileSystem.makeDirectories(path)
        let file = try OpenFile(copy, .writeOnly, options: [.exclusiveCreate, .noFollow])
        if let error = bytes.withUnsafeBytes({ file.descriptor.write($0) }) {
            try? FileSystem.remove(copy)
            throw error
        }
        var kept = copies[library, default: []] + [copy]
        // Besides the newest, three for what still runs of them: a library that is saved all day must not fill the disk.
        if kept.count > 4 { try? FileSystem.remove(kept.removeFirst()) }
        copies[library] = kept
        return copy
    }

    /// Removes the folder; what was opened stays in memory.
    func remove() {
        LibraryCopies.remove(path)
    }

    private static func remove(_ path: String) {
        for name in FileSystem.names(in: path) { try? FileSystem.remove("\(path)/\(name)") }
        try? FileSystem.removeDirectory(path)
    }
}
