/// The files of a cache's contents, each named by the SHA-256 of its bytes.
struct ContentFiles: Sendable {
    let directory: String
    let calls: StoreCalls

    init(directory: String, calls: StoreCalls) {
        self.directory = FileSystem.absolutePath(directory)
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
    var isFolderThere: Bool { (try? FileStatus(at: directory, followingLinks: true)) != nil }

    // MARK: - Reading

    /// The bytes of a content; nil where the file is not there or does not hold them.
    func read(_ name: String, size: Int) -> [UInt8]? {
        guard let bytes = load(name, size: size), SHA256.hex(of: bytes) == name else { return nil }
        return bytes
    }

    /// Whether a file is there and has the size; its bytes are not looked at.
    func isThere(_ name: String, size: Int) -> Bool {
        guard let status = try? FileStatus(at: path(name)) else { return false }
        return status.kind == .file && status.size == size
    }

    private func load(_ name: String, size: Int) -> [UInt8]? {
        // Without waiting for a pipe's other end, and without following a link to what is not the cache's.
        guard let file = try? FileDescriptor.open(path(name), .readOnly, options: [.noFollow, .nonBlocking]),
            let status = try? file.status, status.kind == .file, status.size == size,
            let bytes = try? file.read(upTo: size), bytes.count == size
        else { return nil }
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
        // A process was killed before it could rename its file.
        try? FileSystem.remove(new)
        do throws(SystemError) {
            let file = try FileDescriptor.open(new, .writeOnly, options: [.exclusiveCreate, .noFollow])
            do throws(SystemError) {
                try calls.writeAll(bytes, to: file)
                try put(new, as: name)
            } catch {
                try? FileSystem.remove(new)
                throw error
            }
        } catch {
            throw StoreFailure(error)
        }
    }

    /// Gives a file its content's name; a folder in its place gets another one.
    private func put(_ new: String, as name: String) throws(SystemError) {
        do throws(SystemError) {
            try FileSystem.rename(new, to: path(name))
        } catch {
            guard setAside(name) else { throw error }
            try FileSystem.rename(new, to: path(name))
        }
    }

    func remove(_ name: String) {
        try? FileSystem.remove(path(name))
    }

    /// Gives a folder that is in the place of a content another name; false where there is none, or it cannot be done.
    private func setAside(_ name: String) -> Bool {
        guard let status = try? FileStatus(at: path(name)), status.kind == .directory else { return false }
        let number = (1...ContentFiles.setAsideLimit).first {
            (try? FileStatus(at: "\(path(name)).damaged-\($0)")) == nil
        }
        guard let number else { return false }
        return (try? FileSystem.rename(path(name), to: "\(path(name)).damaged-\(number)")) != nil
    }

    private static let setAsideLimit = 99

    /// Removes the indexes that were set aside, and folders in the place of contents that are empty; others hold what
    /// is not the cache's.
    func removeSetAside() {
        for name in FileSystem.names(in: directory) {
            guard let mark = name.firstRange(of: ".damaged-"), name[mark.upperBound...].allSatisfy(\.isNumber) else {
                continue
            }
            let owner = name[..<mark.lowerBound]
            if owner == "index.json" {
                remove(name)
            } else if ContentFiles.isName(owner) {
                try? FileSystem.removeDirectory(path(name))
            }
        }
    }

    /// Removes the contents that nobody names, and files that were not finished; others' files stay.
    func removeAll(except names: Set<String>) {
        for name in FileSystem.names(in: directory) {
            let isUnfinished = name.hasSuffix(ContentFiles.newSuffix)
            let content = isUnfinished ? name.dropLast(ContentFiles.newSuffix.count) : name[...]
            guard ContentFiles.isName(content), isUnfinished || !names.contains(name) else { continue }
            remove(name)
        }
    }
}
