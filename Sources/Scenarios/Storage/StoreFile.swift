/// A store's file, its lock, and the ways to read and replace it.
package struct StoreFile: Sendable {
    let calls: StoreCalls
    /// Whether a file that another user owns or may use is left unread.
    let isSecret: Bool

    package let path: String

    /// The path of the file itself, to which a link of the person's may lead; all other files stay beside the link.
    var target: String { FileSystem.followingOwnLinks(path) }
    private var lockPath: String { "\(base).lock" }
    private var newPath: String { "\(target).new" }

    /// The file's path without its ending.
    var base: String { String(path.dropLast(".json".count)) }

    /// The number of damaged files that are kept; further ones replace the last.
    private static let keptLimit = 99

    package init(namespace: String, directory: String, calls: StoreCalls = .system, isSecret: Bool = false) {
        self.isSecret = isSecret
        self.calls = calls
        path = "\(FileSystem.absolutePath(directory))/\(namespace).json"
    }

    /// The namespaces of the stores in a directory.
    package static func namespaces(in directory: String) -> [String] {
        FileSystem.names(in: directory).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
            .filter { KeyValueStore.brokenRule(of: $0) == nil }
    }

    /// Whether the file is there, or the one that its link leads to.
    package var isThere: Bool { (try? FileStatus(at: path, followingLinks: true)) != nil }

    // MARK: - Reading

    /// What was there at the last look.
    enum Sighting: Hashable, Sendable {
        case never
        case absent
        case file(FileStatus)
    }

    /// The file that was read, kept open so that it can be told from others.
    ///
    /// The system gives the number of a removed file to a new one, and its times are
    /// coarse: a file that isn't open could look unchanged after two replacements.
    struct Place: Sendable {
        var sighting = Sighting.never
        var descriptor: OpenFile?
    }

    /// Reads the file; nil if it hasn't changed since a sighting.
    ///
    /// The place of a file that can't be read is unknown, so the next call reads it again.
    func read(unless seen: Sighting) -> (Place, Result<[String: PlainValue], StoreProblem>)? {
        var place = Place()
        do throws(StoreProblem) {
            return try read(unless: seen, at: &place).map { (place, .success($0)) }
        } catch {
            if target == path { return (error.kind == .damaged ? place : Place(), .failure(error)) }
            // It may be any file of the person's, which isn't moved away.
            let reason = "its link leads to '\(target)': \(error.reason)"
            return (Place(), .failure(StoreProblem(.unreadable, reason: reason)))
        }
    }

    private func read(unless seen: Sighting, at place: inout Place) throws(StoreProblem) -> [String: PlainValue]? {
        let target = target
        do throws(SystemError) {
            place.sighting = .file(try FileStatus(at: target))
        } catch {
            guard error == .noSuchFile || error == .notADirectory else {
                throw StoreProblem(.unreadable, reason: error.description)
            }
            place.sighting = .absent
        }
        if seen == place.sighting { return nil }
        guard case .file(let status) = place.sighting else { return [:] }
        guard status.kind == .file else { throw StoreFile.isNoFile }
        let file: OpenFile
        do throws(SystemError) {
            // A pipe must not hold the program up, nor a link lead to another file.
            file = try OpenFile(target, .readOnly, options: [.noFollow, .nonBlocking])
        } catch {
            guard error == .noSuchFile else { throw StoreProblem(.unreadable, reason: error.description) }
            place.sighting = .absent
            return [:]
        }
        let opened = try StoreProblem.calling(.unreadable) { () throws(SystemError) in try file.status }
        place.sighting = .file(opened)
        guard opened.kind == .file else { throw StoreFile.isNoFile }
        place.descriptor = file
        let user = SystemUser.effectiveID
        if isSecret, let reason = StoreFile.exposure(owner: opened.owner, permissions: opened.permissions, user: user) {
            throw StoreProblem(.unreadable, reason: reason)
        }
        return try StoreFormat.values(
            of: try StoreProblem.calling(.unreadable) { () throws(SystemError) in
                // One byte more than the limit, to notice a file that is too large.
                try file.read(upTo: StoreFormat.sizeLimit + 1)
            }
        )
    }

    private static let isNoFile = StoreProblem(.damaged, reason: "it is not a file")

    /// The values in the file; empty if it's damaged or unreadable.
    ///
    /// This changes nothing on the disk, so it's for looking at a store that isn't in use.
    package var values: [String: PlainValue] {
        (try? read(unless: .never)?.1.get()) ?? [:]
    }

    /// Returns why a file can't hold a user's secrets; nil if it can.
    static func exposure(owner: UInt32, permissions: UInt32, user: UInt32) -> String? {
        guard owner == user else { return "it holds secrets and belongs to another user" }
        guard permissions & 0o7177 == 0 else {
            let octal = String(permissions, radix: 8)
            return "it holds secrets and its mode is \(octal); give it the mode 600, or remove it"
        }
        return nil
    }

    /// The file that is there now; `never` if that is unknown.
    var sighting: Sighting {
        do throws(SystemError) {
            return .file(try FileStatus(at: target))
        } catch {
            return error == .noSuchFile ? .absent : .never
        }
    }

    // MARK: - Writing

    /// Takes the lock against other processes; nil while one of them holds it.
    ///
    /// This creates the directory. The lock is on a separate file, because each
    /// commit replaces the store's file. If a process is killed, the system releases
    /// its lock.
    func lock() throws(StoreProblem) -> StoreLock? {
        for _ in 0..<100 {
            let file = try StoreProblem.calling(.unwritable) { () throws(SystemError) in try openLock() }
            guard let lock = try StoreLock(file, calls: calls) else { return nil }
            // If the directory was removed in the meantime, other processes lock another file.
            if let held = try? file.status, (try? FileStatus(at: lockPath))?.isSameFile(as: held) == true {
                return lock
            }
            lock.release()
        }
        throw StoreProblem(.unwritable, reason: "its lock file is removed again and again")
    }

    private func openLock() throws(SystemError) -> OpenFile {
        do throws(SystemError) {
            return try OpenFile(lockPath, .readWrite, options: [.create, .noFollow])
        } catch {
            guard error == .noSuchFile else { throw error }
            try FileSystem.makeDirectories(base.folder)
            return try OpenFile(lockPath, .readWrite, options: [.create, .noFollow])
        }
    }

    /// Writes a new file beside the store's, which `replace(with:)` then flushes and renames; needs the lock.
    func makeNewFile(with bytes: [UInt8]) throws(StoreProblem) -> OpenFile {
        try removingNewFile { () throws(SystemError) in
            // A process that was killed before it could rename it may have left one.
            try? FileSystem.remove(newPath)
            if target != path { try FileSystem.makeDirectories(target.folder) }
            let new = try OpenFile(newPath, .writeOnly, options: [.exclusiveCreate, .noFollow])
            try calls.writeAll(bytes, to: new)
            return new
        }
    }

    /// Replaces the file with the new one, and returns when that is on the disk; needs the lock.
    ///
    /// If this throws, the file is the one that was there before. After the renaming
    /// nothing throws, since all processes see the new file: a problem of the
    /// directory is returned.
    func replace(with new: OpenFile) throws(StoreProblem) -> (Place, StoreProblem?) {
        try removingNewFile { () throws(SystemError) in
            try calls.flush(new)
            try FileSystem.rename(newPath, to: target)
        }
        let place = Place(sighting: (try? new.status).map(Sighting.file) ?? .never, descriptor: new)
        do throws(StoreProblem) {
            try StoreProblem.calling(.unflushed) { () throws(SystemError) in try flush(directory: target.folder) }
            return (place, nil)
        } catch {
            return (place, error)
        }
    }

    private func removingNewFile<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(StoreProblem) -> Result {
        do throws(StoreProblem) {
            return try StoreProblem.calling(.unwritable, body)
        } catch {
            try? FileSystem.remove(newPath)
            throw error
        }
    }

    /// Waits until a directory is on the disk, and with it the names of its files.
    func flush(directory: String) throws(SystemError) {
        let folder = try OpenFile(directory, .readOnly, options: .directory)
        do throws(SystemError) {
            try calls.flush(folder)
        } catch {
            // Some file systems can't flush a directory.
            guard error == .invalidArgument else { throw error }
        }
    }

    /// Gives the file another name and returns its new path; needs the lock.
    func setAside() throws(SystemError) -> String {
        let number = (1..<StoreFile.keptLimit).first { (try? FileStatus(at: "\(path).damaged-\($0)")) == nil }
        let name = "\(path).damaged-\(number ?? StoreFile.keptLimit)"
        try FileSystem.rename(path, to: name)
        return name
    }
}

/// The lock of a store's file against other processes; control-Z doesn't stop the process while it holds one.
///
/// The thread that took it must release it, or the one that has taken it over.
struct StoreLock: Sendable {
    private let file: OpenFile
    private var thread = SystemThread.currentID
    /// The problem of a file system that has no locks: nothing keeps other processes out.
    private(set) var problem: StoreProblem?

    /// Takes the lock without waiting; nil while another process holds it.
    init?(_ file: OpenFile, calls: StoreCalls) throws(StoreProblem) {
        StopGate.shared.enter()
        do throws(SystemError) {
            guard try calls.lock(file) else {
                StopGate.shared.leave()
                return nil
            }
        } catch {
            guard SystemError.noLocks.contains(error) else {
                StopGate.shared.leave()
                throw StoreProblem(.unwritable, reason: error.description)
            }
            problem = StoreProblem(.unlocked, reason: error.description)
        }
        self.file = file
    }

    /// Returns the lock as one that the current thread holds.
    func takenOver() -> StoreLock {
        StopGate.shared.takeOver(from: thread)
        var lock = self
        lock.thread = SystemThread.currentID
        return lock
    }

    func release() {
        // Closing isn't enough: a program that is being started may still have the descriptor.
        file.unlock()
        StopGate.shared.leave()
    }
}
