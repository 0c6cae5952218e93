/// Reads the lines of a log file and of the one before it, as they come.
///
/// After a rotation, reads the rest of the old file before the new one. Reads a file
/// that was emptied from its start.
final class LogTail {
    private let path: String
    private var file: OpenFile?
    /// The number of bytes that were read of the file.
    private var position = 0
    private var isAtStart = true
    private var partial: [UInt8] = []

    /// Creates a reader of the file in a directory; it need not be there yet.
    init(folder: String, name: String) {
        path = "\(folder)/\(name)"
    }

    /// Reads the whole lines that have come since the last call.
    func readLines() throws(SystemError) -> [String] {
        var lines: [String] = []
        if isAtStart {
            isAtStart = false
            if let old = try open("\(path).old") { lines += try read(old) }
        }
        if file == nil { try reopen() }
        // At most twice: a file that fills faster than it is read is read on later.
        for _ in 0..<2 {
            guard let file else { break }
            // Asked before reading, so that nothing of the file is missed.
            let isReplaced = !isInPlace(file)
            if try file.status.size < position {
                partial = []
                try reopen()
            } else {
                lines += try read(file)
                guard isReplaced else { break }
                try reopen()
            }
        }
        return lines
    }

    private func isInPlace(_ file: OpenFile) -> Bool {
        guard let named = try? FileStatus(at: path, followingLinks: true), let opened = try? file.status else {
            return true
        }
        return named.isSameFile(as: opened)
    }

    private func reopen() throws(SystemError) {
        file = try open(path)
        position = 0
    }

    private func open(_ path: String) throws(SystemError) -> OpenFile? {
        do throws(SystemError) {
            return try OpenFile(FileSystem.followingOwnLinks(path), .readOnly, options: [.noFollow, .nonBlocking])
        } catch  where error == .noSuchFile {
            return nil
        }
    }

    private func read(_ file: OpenFile) throws(SystemError) -> [String] {
        let bytes = try file.read(upTo: 1 << 26)
        position += bytes.count
        partial += bytes
        guard let end = partial.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let lines = partial[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        partial.removeFirst(end + 1)
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }
}
