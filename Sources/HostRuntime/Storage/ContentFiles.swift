/// The files of a cache's contents, each named after the SHA-256 of its bytes.
struct ContentFiles: Sendable {
    let directory: String
    let calls: StoreCalls

    init(directory: String, calls: StoreCalls) {
        self.directory = FileSystem.absolutePath(directory)
        self.calls = calls
    }

    private func path(_ name: String) -> String { "\(directory)/\(name)" }
    private static let newSuffix = ".new"

    /// Whether a string is the name of a content: 64 digits, `0-9 a-f`.
    static func isName(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    var isFolderThere: Bool { (try? FileStatus(at: directory, followingLinks: true)) != nil }

    // MARK: - Reading

    /// Returns the bytes of a content; nil if the file is missing or damaged.
    func read(_ name: String, size: Int) -> [UInt8]? {
        guard let bytes = load(name, size: size), SHA256.hex(of: bytes) == name else { return nil }
        return bytes
    }

    /// Whether a file exists and has the size, without reading it.
    func isThere(_ name: String, size: Int) -> Bool {
        guard let status = try? FileStatus(at: path(name)) else { return false }
        return status.kind == .file && status.size == size
    }

    private func load(_ name: String, size: Int) -> [UInt8]? {
        // A pipe must not hold the program up, nor a link lead to another file.
        guard let file = try? OpenFile(path(name), .readOnly, options: [.noFollow, .nonBlocking]),
            let status = try? file.status, status.kind == .file, status.size == size,
            let bytes = try? file.read(upTo: size), bytes.count == size
        else { return nil }
        return bytes
    }

    // MARK: - Writing, under the index's lock

    /// Writes a content under its name, unless it is there.
    ///
    /// It isn't flushed: a file that a failing machine leaves damaged doesn't match
    /// its name, and can be fetched again.
    func write(_ bytes: [UInt8], as name: String) throws(StoreFailure) {
        if load(name, size: bytes.count) == bytes { return }
        let new = path(name) + ContentFiles.newSuffix
        // It may be from a process that was killed before it could rename it.
        try? FileSystem.remove(new)
        do throws(SystemError) {
            let file = try OpenFile(new, .writeOnly, options: [.exclusiveCreate, .noFollow])
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

    /// Renames a new file to its content's name; a directory with that name is set aside first.
    private func put(_ new: String, as name: String) throws(SystemError) {
        do throws(SystemError) {
            try FileSystem.rename(new, to: path(name))
        } catch {
            guard setAside(name) else { throw error }
            try FileSystem.rename(new, to: path(name))
        }
    }

    /// Removes a file; a missing one is no error.
    func remove(_ name: String) {
        try? FileSystem.remove(path(name))
    }

    /// Gives a directory with the name of a content another name; false if there is none or that fails.
    private func setAside(_ name: String) -> Bool {
        guard let status = try? FileStatus(at: path(name)), status.kind == .directory else { return false }
        let number = (1...ContentFiles.setAsideLimit).first {
            (try? FileStatus(at: "\(path(name)).damaged-\($0)")) == nil
        }
        guard let number else { return false }
        return (try? FileSystem.rename(path(name), to: "\(path(name)).damaged-\(number)")) != nil
    }

    private static let setAsideLimit = 99

    /// Removes the indexes and the empty directories that were set aside.
    ///
    /// The files in other directories aren't the cache's.
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

    /// Removes all contents except some, and unfinished files; other files stay.
    func removeAll(except names: Set<String>) {
        for name in FileSystem.names(in: directory) {
            let isUnfinished = name.hasSuffix(ContentFiles.newSuffix)
            let content = isUnfinished ? name.dropLast(ContentFiles.newSuffix.count) : name[...]
            guard ContentFiles.isName(content), isUnfinished || !names.contains(name) else { continue }
            remove(name)
        }
    }
}
