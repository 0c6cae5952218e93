/// A file of changes that a process couldn't write into a store before it ended, beside the store's file.
///
/// The next transaction of any process makes the changes and removes the file. Its name then ends in the fingerprint of
/// what the store's file becomes by that: if the process is killed before it has removed this file, the next one sees
/// that the changes are made.
struct UnwrittenChanges: Sendable {
    /// The file, which is locked while it's written and while its changes are made.
    let file: OpenFile
    let path: String
    /// The fingerprint at the end of the path.
    let mark: String?

    /// Whether the file is there: no process has made the changes.
    var isThere: Bool { ((try? file.status)?.linkCount ?? 0) > 0 }

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
    /// The path of a file of changes without its number.
    private var unwrittenPath: String { "\(base).unwritten-" }

    /// The paths of the files of changes, and the marks at their ends.
    private var unwrittenPaths: [(path: String, mark: String?)] {
        let beginning = unwrittenPath
        let names = FileSystem.names(in: beginning.folder).filter { $0.hasPrefix(beginning.fileName) }
        return names.compactMap { name in
            let parts = name.dropFirst(beginning.fileName.count).split(separator: "=").map(String.init)
            // Another store may have such a name, with an ending.
            guard let number = parts.first, Int(number) != nil else { return nil }
            return ("\(beginning.folder)/\(name)", parts.dropFirst().first)
        }
    }

    /// Whether processes have left changes.
    var hasUnwrittenChanges: Bool { !unwrittenPaths.isEmpty }

    /// The changes that processes have left, oldest first; needs the lock.
    ///
    /// Those that a process is writing aren't among them.
    var unwrittenChanges: [UnwrittenChanges] {
        unwrittenPaths.compactMap { path, mark -> (UnwrittenChanges, Duration)? in
            guard let file = try? OpenFile(path, .readWrite, options: [.noFollow, .nonBlocking]),
                let status = try? file.status, status.kind == .file, status.owner == SystemUser.effectiveID,
                // A marked file is complete; a copy of the process that marked it may still have it locked.
                mark != nil || (try? file.tryLock()) != false
            else { return nil }
            return (UnwrittenChanges(file: file, path: path, mark: mark), status.modified)
        }
        .sorted { ($0.1, $0.0.path) < ($1.1, $1.0.path) }
        .map(\.0)
    }

    /// Writes changes into a file of their own, and returns when it's on the disk; doesn't need the lock.
    func leave(_ changes: [String: ValueChange]) throws(StoreProblem) -> UnwrittenChanges {
        var writer = JSONWriter()
        writer.write(members: changes.mapValues(\.stored))
        let bytes = writer.bytes
        return try StoreProblem.calling(.unwritable) { () throws(SystemError) in
            let left = try makeUnwrittenFile()
            do throws(SystemError) {
                try calls.writeAll(bytes, to: left.file)
                try calls.flush(left.file)
                try flush(directory: left.path.folder)
            } catch {
                try? FileSystem.remove(left.path)
                throw error
            }
            left.file.unlock()
            return left
        }
    }

    private func makeUnwrittenFile() throws(SystemError) -> UnwrittenChanges {
        let beginning = unwrittenPath
        try FileSystem.makeDirectories(beginning.folder)
        var number = 0
        while true {
            let path = "\(beginning)\(number)"
            do throws(SystemError) {
                let file = try OpenFile(path, .readWrite, options: [.exclusiveCreate, .noFollow])
                let left = UnwrittenChanges(file: file, path: path, mark: nil)
                // Another process may have taken the empty file for that of a killed one.
                if (try? file.tryLock()) != false, left.isThere { return left }
            } catch  where error == .fileExists {
                number += 1
            }
        }
    }

    /// Gives a file of changes a name that says what the store's file becomes, and returns when that is on the disk.
    func mark(_ left: UnwrittenChanges, for bytes: [UInt8]) throws(StoreProblem) -> UnwrittenChanges {
        let mark = Fingerprint(of: bytes[...]).digits
        let path = "\(left.path.dropLast(left.mark.map { $0.count + 1 } ?? 0))=\(mark)"
        try StoreProblem.calling(.unwritable) { () throws(SystemError) in
            try FileSystem.rename(left.path, to: path)
            try flush(directory: path.folder)
        }
        return UnwrittenChanges(file: left.file, path: path, mark: mark)
    }

    /// Whether the store's file has the changes already, because their process was killed after making them.
    func contains(_ left: UnwrittenChanges) -> Bool {
        guard let mark = left.mark, let file = try? OpenFile(target, .readOnly, options: [.noFollow, .nonBlocking]),
            let bytes = try? file.read(upTo: StoreFormat.sizeLimit + 1)
        else { return false }
        return Fingerprint(of: bytes[...]).digits == mark
    }

    /// Removes changes that are made, and returns when that is on the disk: they must not come back.
    func remove(_ left: UnwrittenChanges) throws(StoreProblem) {
        try StoreProblem.calling(.unwritable) { () throws(SystemError) in
            try FileSystem.remove(left.path)
            try flush(directory: left.path.folder)
        }
    }
}
