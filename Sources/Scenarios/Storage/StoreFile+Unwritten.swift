/// A file of changes that a process couldn't write into a store before it ended.
///
/// The next transaction of any process makes the changes and removes the file. Its name then ends in the hash of what
/// the store's file becomes by that: if the process is killed before it has removed this file, the next one sees that
/// the changes are made.
struct UnwrittenChanges: Sendable {
    /// The file, which is locked while it's written and while its changes are made.
    let file: OpenFile
    let path: String

    /// Whether the file is there: no process has made the changes.
    var isThere: Bool { ((try? file.status)?.linkCount ?? 0) > 0 }

    /// The hash in the file's name.
    fileprivate var hash: Substring? { path.fileName.split(separator: "=").dropFirst().first }

    /// Gives the file a name that says what the store's file becomes.
    fileprivate func renamed(for bytes: [UInt8]) throws(SystemError) -> UnwrittenChanges {
        let path = "\(path.folder)/\(path.fileName.prefix { $0 != "=" })=\(Fingerprint(of: bytes[...]).digits)"
        try FileSystem.rename(self.path, to: path)
        return UnwrittenChanges(file: file, path: path)
    }

    /// Returns the changes by their keys; nil if the process was killed while it wrote them.
    func changes(_ rules: [MergeRule]) throws(StoreProblem) -> [String: ValueChange]? {
        let bytes = try StoreProblem.calling(.unwritable) { () throws(SystemError) in
            try file.read(upTo: 4 * StoreFormat.sizeLimit)
        }
        // Two more levels: the object, and the change.
        guard case .dictionary(let values)? = try? PlainValue(json: bytes, maximumDepth: PlainValue.depthLimit + 2)
        else { return nil }
        let changes = values.compactMapValues { ValueChange($0, rules) }
        return changes.count == values.count ? changes : nil
    }
}

extension StoreFile {
    private var unwrittenFolder: String { "\(base).unwritten" }

    /// Whether processes have left changes.
    var hasUnwrittenChanges: Bool { (try? FileStatus(at: unwrittenFolder)) != nil }

    /// The changes that processes have left, oldest first; needs the lock.
    ///
    /// Those that a process is writing aren't among them.
    var unwrittenChanges: [UnwrittenChanges] {
        FileSystem.names(in: unwrittenFolder)
            .compactMap { name -> (UnwrittenChanges, Duration)? in
                let path = "\(unwrittenFolder)/\(name)"
                guard let file = try? OpenFile(path, .readWrite, options: [.noFollow, .nonBlocking]),
                    let status = try? file.status, status.kind == .file, status.owner == SystemUser.effectiveID,
                    // A marked file is complete; a copy of the process that marked it may still have it locked.
                    name.contains("=") || (try? file.tryLock()) == true
                else { return nil }
                return (UnwrittenChanges(file: file, path: path), status.modified)
            }
            .sorted { ($0.1, $0.0.path) < ($1.1, $1.0.path) }
            .map(\.0)
    }

    /// Returns whether the store's file has the changes already, since their process was killed after making them.
    func contains(_ left: UnwrittenChanges) -> Bool {
        guard let hash = left.hash, let file = try? OpenFile(target, .readOnly, options: [.noFollow, .nonBlocking]),
            let bytes = try? file.read(upTo: StoreFormat.sizeLimit + 1)
        else { return false }
        return Fingerprint(of: bytes[...]).digits == hash
    }

    /// Removes changes that are made, and returns when that is on the disk: they must not come back.
    func remove(_ left: UnwrittenChanges) throws(StoreProblem) {
        try StoreProblem.calling(.unwritable) { () throws(SystemError) in
            try FileSystem.remove(left.path)
            try flush(directory: unwrittenFolder)
        }
    }

    /// Removes the folder of left changes if it's empty.
    func removeUnwrittenFolder() {
        try? FileSystem.removeDirectory(unwrittenFolder)
    }

    /// Replaces the file with contents in which changes that a process left are made.
    func replace(
        with bytes: [UInt8],
        making left: UnwrittenChanges
    ) throws(StoreProblem) -> (Place, StoreProblem?, UnwrittenChanges) {
        let marked = try StoreProblem.calling(.unwritable) { () throws(SystemError) in
            let marked = try left.renamed(for: bytes)
            try flush(directory: unwrittenFolder)
            return marked
        }
        let (place, problem) = try replace(with: try makeNewFile(with: bytes))
        return (place, problem, marked)
    }

    /// Writes changes into a file of their own, and returns when it's on the disk; doesn't need the lock.
    func leave(_ changes: [String: ValueChange]) throws(StoreProblem) -> UnwrittenChanges {
        var writer = JSONWriter()
        writer.write(members: changes.mapValues(\.stored))
        let (bytes, folder) = (writer.bytes, unwrittenFolder)
        let left = try StoreProblem.calling(.unwritable) { () throws(SystemError) -> UnwrittenChanges? in
            // Another process may remove the folder, or take the empty file for one whose process was killed.
            for number in 0..<1000 {
                try FileSystem.makeDirectories(folder)
                let path = "\(folder)/\(number)"
                let file: OpenFile
                do throws(SystemError) {
                    file = try OpenFile(path, .readWrite, options: [.exclusiveCreate, .noFollow])
                } catch  where error == .fileExists || error == .noSuchFile {
                    continue
                }
                let left = UnwrittenChanges(file: file, path: path)
                guard try file.tryLock(), left.isThere else { continue }
                do throws(SystemError) {
                    try calls.writeAll(bytes, to: file)
                    try calls.flush(file)
                    try flush(directory: folder)
                    try flush(directory: folder.folder)
                } catch {
                    try? FileSystem.remove(path)
                    removeUnwrittenFolder()
                    throw error
                }
                file.unlock()
                return left
            }
            return nil
        }
        guard let left else { throw StoreProblem(.unwritable, reason: "its folder '\(folder)' is full") }
        return left
    }
}
