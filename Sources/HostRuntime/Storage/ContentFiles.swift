internal import Glibc

/// The files of a cache's contents, each named by the SHA-256 of its bytes.
struct ContentFiles: Sendable {
    let directory: String
    let calls: StoreCalls

    init(directory: String, calls: StoreCalls) {
        self.directory = Folder.absolute(directory)
        self.calls = calls
    }

    private func path(_ name: String) -> String { "\(directory)/\(name)" }
    private static let newSuffix = ".new"

    /// Whether a text names a content: 64 digits, `0-9 a-f`.
    static func isName(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    /// Whether the folder is there; nothing needs to be removed where it is not.
    var isFolderThere: Bool { access(directory, F_OK) == 0 }

    // MARK: - Reading

    /// The bytes of a content; nil where the file is not there or does not hold them.
    func read(_ name: String, size: Int) -> [UInt8]? {
        guard let bytes = load(name, size: size), SHA256.hex(of: bytes) == name else { return nil }
        return bytes
    }

    /// Whether a file is there and has the size; its bytes are not looked at.
    func isThere(_ name: String, size: Int) -> Bool {
        var status = stat()
        return lstat(path(name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == size
    }

    private func load(_ name: String, size: Int) -> [UInt8]? {
        // Without waiting for a pipe's other end, and without following a link to what is not the cache's.
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        guard let descriptor = StoreDescriptor(open(path(name), flags)) else { return nil }
        var status = stat()
        guard fstat(descriptor.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == size
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        var start = 0
        while start < size {
            let count = bytes.withUnsafeMutableBytes { bytes in
                Glibc.read(descriptor.number, bytes.baseAddress?.advanced(by: start), size - start)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            start += count
        }
        return bytes
    }

    // MARK: - Writing, under the index's lock

    /// Writes a content under its name, unless it is there.
    ///
    /// It is not flushed: what a failing machine leaves behind is known by its
    /// hash, and can be fetched again.
    func write(_ bytes: [UInt8], as name: String) throws(StoreFailure) {
        if load(name, size: bytes.count) == bytes { return }
        let new = path(name) + ContentFiles.newSuffix
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        // A process was killed before it could rename its file.
        unlink(new)
        guard let descriptor = StoreDescriptor(open(new, flags, 0o600)) else { throw .system() }
        do throws(StoreFailure) {
            try descriptor.write(bytes, calls: calls)
            guard rename(new, path(name)) == 0 || setAside(name) && rename(new, path(name)) == 0 else {
                throw .system()
            }
        } catch {
            unlink(new)
            throw error
        }
    }

    func remove(_ name: String) {
        unlink(path(name))
    }

    /// Gives a folder that is in the place of a content another name; false where there is none, or it cannot be done.
    private func setAside(_ name: String) -> Bool {
        let reason = errno
        var status = stat()
        defer { errno = reason }
        guard lstat(path(name), &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
        let number = (1...ContentFiles.setAsideLimit).first { lstat("\(path(name)).damaged-\($0)", &status) != 0 }
        return number.map { rename(path(name), "\(path(name)).damaged-\($0)") == 0 } ?? false
    }

    private static let setAsideLimit = 99

    /// Removes the indexes that were set aside, and folders in the place of contents that are empty; others hold what
    /// is not the cache's.
    func removeSetAside() {
        for name in names {
            guard let mark = name.firstRange(of: ".damaged-"), name[mark.upperBound...].allSatisfy(\.isNumber) else {
                continue
            }
            let owner = name[..<mark.lowerBound]
            if owner == "index.json" { remove(name) } else if ContentFiles.isName(owner) { rmdir(path(name)) }
        }
    }

    private var names: [String] {
        guard let folder = opendir(directory) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            )
        }
        return names
    }

    /// Removes the contents that nobody names, and files that were not finished; others' files stay.
    func removeAll(except names: Set<String>) {
        for name in self.names {
            let isUnfinished = name.hasSuffix(ContentFiles.newSuffix)
            let content = isUnfinished ? name.dropLast(ContentFiles.newSuffix.count) : name[...]
            guard ContentFiles.isName(content), isUnfinished || !names.contains(name) else { continue }
            remove(name)
        }
    }
}
